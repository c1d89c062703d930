/** Keys of an object that has exactly the keys of its type. */
export const keysOf = <Key extends string>(object: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  // `Object.keys` does not know that the object has only these keys.
  Object.keys(object) as Key[]
