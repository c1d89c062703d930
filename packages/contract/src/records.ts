import { keysOf } from './keys-of.ts'

/** True for an object that is not a list or null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of an untrusted value; none if it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** True for a value of a closed list: `isOneOf(['NA', 'IN'], given)`. */
export const isOneOf = <Item>(list: readonly Item[], value: unknown): value is Item =>
  list.some((item) => item === value)

/** Types a table for look-ups by untrusted codes, which may give `undefined`. */
export const byCode = <Value>(rows: Readonly<Record<string, Value>>): Record<string, Value> => rows

/** Entries of an object that has exactly the keys of its type. */
export const entriesOf = <Key extends string, Value>(object: Readonly<Record<Key, Value>>): [Key, Value][] =>
  keysOf(object).map((key) => [key, object[key]])

/** Makes an object with a value for each of these keys. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> =>
  // `fromEntries` does not know that the entries have exactly these keys.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
