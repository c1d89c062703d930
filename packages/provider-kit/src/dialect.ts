import { fieldsOf } from '@dhow/contract/records'
/** A protocol from the provider's side: how a call is written and signed, and what an answer means. Amounts are minor units. */
export interface Dialect {
  name: string
  /** Units of the protocol in one minor unit. */
  perMinor: bigint
  /** The signature has a time in it, so that an old one is refused. */
  hasTime: boolean
  /** The signature covers the path too. */
  hasPath: boolean
  /** The token of a launch is exchanged for the session's. */
  exchanges: boolean
  /** A refusal for other content under the same id has a word of its own. */
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
  /** Ends the round by a call of its own, where the protocol has one. */
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
  /** In units of the protocol; a text stands in the JSON as it is, so that a kit can send what no provider should. */
  units: bigint | string
  /** Of a free bet: the provider's name for the free rounds, in protocols that have them. */
  reward?: string
}

export interface Message {
  path: string
  body: Record<string, unknown>
}

/** Outcome of a wallet call in the terms of all protocols. */
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
  /** A 5xx, or no answer of the protocol at all. */
  | 'unknown'

export interface Answer {
  status: number
  word: Word
  /** The player's balance in minor units, where the answer carries one. */
  balance: bigint | undefined
  player?: string | undefined
  session?: string | undefined
  currency?: string | undefined
  body: unknown
}

/** An answer as a fault quotes it. */
export const quote = (answer: Answer): string =>
  `"${answer.word}" (status ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 160)})`

/** Marks digits that go into the JSON unquoted: exact, whatever their size. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export const digits = (units: bigint | string) => new Digits(units.toString())

/** JSON in which every `Digits` stands as it is. */
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

/** A field of an answer, whatever the answer is. */
export const field = (body: unknown, name: string): unknown => fieldsOf(body)[name]

/** Units of an answer as minor units; undefined where they are no whole number of them. */
export function minorOf(units: unknown, perMinor: bigint): bigint | undefined {
  if (typeof units !== 'number' || !Number.isSafeInteger(units)) return undefined
  const exact = BigInt(units)
  return exact % perMinor === 0n ? exact / perMinor : undefined
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
