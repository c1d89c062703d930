/** The keys of an object that holds no others than its type names. */
export const keysOf = <Key extends string>(object: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  // A literal has the keys of its type alone, which `Object.keys` cannot know.
  Object.keys(object) as Key[]
