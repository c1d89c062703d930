import { keysOf } from './keys-of.ts'

/** An object with named fields of unknown values: no list, no null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of something from outside; none where it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** A value of a closed list: `isOneOf(['NA', 'IN'], given)`. */
export const isOneOf = <Item>(list: readonly Item[], value: unknown): value is Item =>
  list.some((item) => item === value)

/** A table that is read by codes from outside, which may have no row: reading one gives `undefined` too. */
export const byCode = <Value>(rows: Readonly<Record<string, Value>>): Record<string, Value> => rows

/** The entries of an object that holds no keys other than those of its type. */
export const entriesOf = <Key extends string, Value>(object: Readonly<Record<Key, Value>>): [Key, Value][] =>
  keysOf(object).map((key) => [key, object[key]])

/** An object with a value for each of these keys. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> =>
  // The entries have these keys and no others, which `fromEntries` cannot know.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
