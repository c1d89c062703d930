import { fieldsOf } from '@dhow/contract/records'
/** A wallet protocol from the provider's side: writes and signs calls, and reads answers. Amounts in minor units. */
export interface Dialect {
  name: string
  /** Protocol units in one minor unit. */
  perMinor: bigint
  /** The signature includes a time, so that old ones are refused. */
  hasTime: boolean
  /** The signature also covers the path. */
  hasPath: boolean
  /** The launch token is exchanged for a session token. */
  exchanges: boolean
  /** Other content under the same id has its own error code. */
  namesDuplicates: boolean
  /** The protocol can end a round. */
  endsRounds: boolean
  /** A well-formed key that the wallet does not know. */
  otherKey(): string
  sign(path: string, body: string, key: string, atMs: number, provider: string): Record<string, string>
  open(token: string, session: string, seat: { game: string; currency: string }): Message
  balance(seat: Seat): Message
  bet(money: Money): Message
  win(money: Money & { ref: string; ends?: boolean }): Message
  rollback(money: Omit<Money, 'units'> & { ref: string }): Message
  /** Message with the wins of free rounds that the provider kept, if the protocol reports them in one sum. */
  freeSum?(sum: FreeSum): Message
  /** Message that ends a round, if the protocol has one. */
  end?(seat: Seat, round: string): Message
  read(status: number, body: unknown): Answer
}

export interface Seat {
  player: string
  session: string
  currency: string
  game: string
}

export interface Money {
  seat: Seat
  tx: string
  round: string
  /** In protocol units; a string is put into the JSON unquoted, to send invalid amounts. */
  units: bigint | string
  /** Provider's id of the free rounds, for a free bet. */
  reward?: string
}

/** Free rounds that are over: all their wins, in protocol units. */
export interface FreeSum {
  seat: Seat
  tx: string
  /** The operator's id of them. */
  grant: string
  units: bigint | string
  status: 'played' | 'canceled' | 'expired'
}

export interface Message {
  path: string
  body: Record<string, unknown>
}

/** Outcome of a wallet call, common to all protocols. */
export type Word =
  | 'ok'
  | 'duplicate'
  | 'funds'
  | 'bet unknown'
  | 'rolled back'
  | 'round ended'
  | 'session'
  | 'not allowed'
  | 'currency'
  | 'signature'
  | 'malformed'
  | 'refused'
  /** A 5xx, or no valid answer. */
  | 'unknown'

export interface Answer {
  status: number
  word: Word
  /** The player's balance in minor units, if in the answer. */
  balance: bigint | undefined
  player?: string | undefined
  session?: string | undefined
  currency?: string | undefined
  body: unknown
}

/** Quotes an answer in a failure. */
export const quote = (answer: Answer): string =>
  `"${answer.word}" (status ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 160)})`

/** Digits for the JSON without quotes: exact at any size. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export const digits = (units: bigint | string) => new Digits(units.toString())

/** JSON with every `Digits` unquoted. */
export function write(value: unknown): string {
  if (value instanceof Digits) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

/** Field of an answer of any type. */
export const field = (body: unknown, name: string): unknown => fieldsOf(body)[name]

/** Converts an answer's units to minor units; undefined if not whole. */
export function parseMinor(units: unknown, perMinor: bigint): bigint | undefined {
  if (typeof units !== 'number' || !Number.isSafeInteger(units)) return undefined
  const exact = BigInt(units)
  return exact % perMinor === 0n ? exact / perMinor : undefined
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
