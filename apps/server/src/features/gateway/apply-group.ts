import type { DhowCode } from '@dhow/contract/gateway'
import { errorCode } from '@dhow/platform/error-code'
import type { Platform } from '../../platform/platform.ts'
import { required } from '../../platform/required.ts'

/** A call about one player, in the form of the SQL function. */
export interface GroupItem {
  kind: 'bet' | 'win' | 'betwin' | 'rollback' | 'end'
  provider: string
  tx: string
  ref: string | null
  player: string
  session: string
  round: string
  game: string | null
  currency: string
  /** Minor units as digits. */
  amount: string
  win: string
  hash: string
  row: string
  /** Grant of free rounds of a bet. */
  grant?: string
}

type PlainBet = GroupItem & { game: string }

export interface GroupRow {
  place: number
  code: DhowCode
  posting: bigint | null
  balance: bigint | null
  cash_after: (bigint | string)[] | null
  moved: boolean
  /** Part of a win that is held for a check, in minor units. */
  held_minor?: bigint
}

const uniqueViolation = '23505'
const text = `select * from gateway.apply_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

/**
 * Applies calls about many players in one round trip and one commit, each with its own answer, in order. Bets that
 * concern nothing else in the group are passed as columns, which the database applies as a set; the rest is decided one
 * by one.
 */
export function openApplyGroup({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return async (items: GroupItem[]): Promise<GroupRow[]> => {
    const isPlain = plainBets(items)
    const bets = items.filter(isPlain)
    const rest = bets.length === items.length ? [] : items.filter((item) => !isPlain(item))
    const values = valuesOf(clock.now(), items, bets, rest)
    // Single calls commit concurrently and may share a disk flush; groups follow each other.
    const ask = items.length === 1 ? db.prepared : db.serial
    const run = () => ask<GroupRow>('gateway_apply_group', text, values)
    // Another connection may write the same transaction, for another player, between the check and the insert. Then the
    // whole group fails, and the second attempt finds the transaction.
    const rows = await run().catch((error: unknown) => {
      if (errorCode(error) === uniqueViolation) return run()
      throw error
    })
    const sent = rest.length === 0 ? bets : [...bets, ...rest]
    const answers = new Map(rows.map((row) => [required(sent[row.place], 'the call of an answer'), row]))
    return items.map((item) => required(answers.get(item), 'the answer to a call of a group'))
  }
}

function valuesOf(at: Date, items: GroupItem[], bets: PlainBet[], rest: GroupItem[]) {
  const column = (of: (bet: PlainBet) => string) => listed(bets.map(of))
  return [
    at.toISOString(),
    listed([...new Set(items.map(({ player }) => player))]),
    column((bet) => bet.provider),
    column((bet) => bet.tx),
    column((bet) => bet.player),
    column((bet) => bet.session),
    column((bet) => bet.round),
    column((bet) => bet.game),
    column((bet) => bet.currency),
    column((bet) => bet.amount),
    column((bet) => `\\x${bet.hash}`),
    column((bet) => bet.row),
    rest.length === 0 ? null : JSON.stringify(rest),
  ]
}

/** Whether a call is a bet whose outcome does not depend on its order in the group. */
function plainBets(items: GroupItem[]): (item: GroupItem) => item is PlainBet {
  if (items.length === 1) return isBet
  const players = new Map<string, number>()
  const names = new Map<string, number>()
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const { player, tx, ref } of items) {
    count(players, player)
    count(names, tx)
    if (ref !== null && ref !== tx) count(names, ref)
  }
  return (item): item is PlainBet => isBet(item) && players.get(item.player) === 1 && names.get(item.tx) === 1
}

/** An unpaired surrogate would be changed by the encoding; JSON carries it to the check that refuses it. */
const halfLetter = /\p{Surrogate}/u
const isBet = (item: GroupItem): item is PlainBet =>
  item.kind === 'bet' &&
  item.game !== null &&
  item.grant === undefined &&
  !halfLetter.test(item.tx) &&
  !halfLetter.test(item.round)

/** An array in PostgreSQL's syntax. */
const listed = (values: string[]) => `{${values.map(quoted).join(',')}}`

const quoted = (value: string) => `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
