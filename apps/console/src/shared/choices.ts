/** The keys of a record of texts, as their type has them. */
export const keysOf = <Key extends string>(texts: Readonly<Record<Key, unknown>>): Key[] =>
  // `Object.keys` forgets the type, since a value may have more keys than its type; a record of texts has not.
  Object.keys(texts) as Key[]

/** A choice of a field as one of the given values; undefined where it is none, such as the empty first option. */
export const oneOf = <Value extends string>(values: readonly Value[], chosen: string): Value | undefined =>
  values.find((value) => value === chosen)
