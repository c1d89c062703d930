import type { Query, Tx } from '../platform/db.ts'
import type { RoundState } from './messages.ts'

/** A stored round. */
export interface Round {
  id: string
  game: string
  seat: string
  walletSession: string
  player: string
  currency: string
  demo: boolean
  pair: string
  nonce: number
  stake: bigint
  /** The wallet's grant of a free round, and its largest payout when the round began. */
  grant: string | null
  mostPayout: bigint | null
  options: object
  actions: Action[]
  isCashedOut: boolean
  state: RoundState
  multiplier: number
  payout: bigint
  code: string | null
  createdMs: number
  changedMs: number
  /** True if the player's page may have seen the round open. */
  isSeen: boolean
  /** The page placed the bet by itself, as its player had asked it to. */
  isAutomatic: boolean
}

/** An action with the page's id, to recognise repeats. */
export type Action = { id: string } & Record<string, unknown>

interface Row extends Omit<Round, 'multiplier' | 'createdMs' | 'changedMs'> {
  multiplier: bigint
  createdMs: bigint
  changedMs: bigint
}

const columns = `id, game, seat, wallet_session as "walletSession", player, currency, demo, pair, nonce, stake, grant_id as "grant", most_payout as "mostPayout", options, actions,
  is_cashed_out as "isCashedOut", state, multiplier, payout, code, created_ms as "createdMs", changed_ms as "changedMs",
  is_seen as "isSeen", is_automatic as "isAutomatic"`

const read = (row: Row): Round => ({
  ...row,
  multiplier: Number(row.multiplier),
  createdMs: Number(row.createdMs),
  changedMs: Number(row.changedMs),
})

export async function findRound(db: Query, id: string): Promise<Round | undefined> {
  const rows = await db.query<Row>(`select ${columns} from instant_rounds where id = $1`, [id])
  return rows[0] && read(rows[0])
}

export async function lockRound(tx: Tx, id: string): Promise<Round | undefined> {
  const rows = await tx.query<Row>(`select ${columns} from instant_rounds where id = $1 for update`, [id])
  return rows[0] && read(rows[0])
}

/** The player's rounds of a game: unfinished ones first, then newest first. */
export async function roundsOf(db: Query, player: string, game: string, count: number): Promise<Round[]> {
  const rows = await db.query<Row>(
    `select ${columns} from instant_rounds where player = $1 and game = $2
     order by state in ('intent', 'open') desc, created_ms desc, nonce desc limit $3`,
    [player, game, count],
  )
  return rows.map(read)
}

/** Id of a round: the page's id of the bet, prefixed by the seat's. */
export const roundIdOf = (seat: { id: string }, id: string): string => `${seat.id}.${id}`

/** Start of the player's newest round of a game, in milliseconds. */
export async function startOfNewest(db: Query, player: string, game: string): Promise<number | undefined> {
  const rows = await db.query<{ createdMs: bigint }>(
    `select created_ms as "createdMs" from instant_rounds where player = $1 and game = $2
     order by created_ms desc, nonce desc limit 1`,
    [player, game],
  )
  return rows[0] && Number(rows[0].createdMs)
}

/** Whether the player has an unfinished round of the game. */
export async function hasOpenRound(tx: Tx, player: string, game: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from instant_rounds where player = $1 and game = $2 and state in ('intent', 'open') limit 1`,
    [player, game],
  )
  return rows.length > 0
}

export async function insertRound(tx: Tx, round: Round): Promise<void> {
  await tx.query(
    `insert into instant_rounds (id, game, seat, wallet_session, player, currency, demo, pair, nonce, stake, options, state,
       created_ms, changed_ms, grant_id, most_payout, is_automatic)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'intent', $12, $12, $13, $14, $15)`,
    [
      round.id,
      round.game,
      round.seat,
      round.walletSession,
      round.player,
      round.currency,
      round.demo,
      round.pair,
      round.nonce,
      round.stake,
      JSON.stringify(round.options),
      round.createdMs,
      round.grant,
      round.mostPayout,
      round.isAutomatic,
    ],
  )
}

/**
 * Places a round in one round trip in the usual case: takes the active pair's next nonce and stores the round. Undefined if that is not possible; of
 * two at once, unique keys refuse the second.
 */
export async function placeRound(db: Query, round: Round): Promise<Round | undefined> {
  const rows = await db.query<Row>(
    `with taken as (
       update seed_pairs set nonce = nonce + 1 where player = $4 and game = $2 and state = 'active'
         and not exists (select 1 from instant_rounds where id = $1)
         and not exists (select 1 from instant_rounds where player = $4 and game = $2 and state in ('intent', 'open'))
       returning id, nonce - 1 as nonce)
     insert into instant_rounds (id, game, seat, player, wallet_session, currency, demo, pair, nonce, stake, options, state,
       created_ms, changed_ms, grant_id, most_payout, is_automatic)
     select $1, $2, $3, $4, $5, $6, $7, taken.id, taken.nonce, $8, $9::jsonb, 'intent', $10, $10, $11::text, $12::bigint, $13::boolean from taken
     returning ${columns}`,
    [
      round.id,
      round.game,
      round.seat,
      round.player,
      round.walletSession,
      round.currency,
      round.demo,
      round.stake,
      JSON.stringify(round.options),
      round.createdMs,
      round.grant,
      round.mostPayout,
      round.isAutomatic,
    ],
  )
  return rows[0] && read(rows[0])
}

/** Stores an open round's actions, and its end if one ended it. */
export async function saveActions(tx: Tx, round: Round): Promise<void> {
  const rows = await tx.query(
    `update instant_rounds set actions = $2, is_cashed_out = $3, state = $4, multiplier = $5, payout = $6, changed_ms = $7
     where id = $1 and state = 'open' returning id`,
    [
      round.id,
      JSON.stringify(round.actions),
      round.isCashedOut,
      round.state,
      round.multiplier,
      round.payout,
      Math.round(round.changedMs),
    ],
  )
  if (rows.length !== 1) throw new Error(`round ${round.id} is not open`)
}

/** Allowed previous states of each state. */
const before: Partial<Record<RoundState, RoundState[]>> = {
  open: ['intent'],
  refused: ['intent'],
  rolling: ['intent'],
  rolled_back: ['intent', 'rolling'],
  // A stake and win sent in one call may prove to be settled when its rollback is tried.
  settled: ['intent', 'rolling', 'settling'],
  stuck: ['rolling', 'settling'],
}

/** Time that a page waits for the answer to its bet before it polls the round. */
export const answerMs = 6000

/** Moves a round to its next state; undefined if another caller has moved it. */
export async function moveRound(
  db: Query,
  id: string,
  to: { state: RoundState; multiplier: number; payout: bigint; code: string | null; nowMs: number },
): Promise<Round | undefined> {
  const rows = await db.query<Row>(
    `update instant_rounds set state = $2, multiplier = $3, payout = $4, code = $5, changed_ms = $6,
       is_seen = is_seen and not ($2 = 'open' and $6 - created_ms >= ${answerMs})
     where id = $1 and state in (select jsonb_array_elements_text($7::jsonb)) returning ${columns}`,
    [id, to.state, to.multiplier, to.payout, to.code, Math.round(to.nowMs), JSON.stringify(before[to.state] ?? [])],
  )
  return rows[0] && read(rows[0])
}

/** Rounds that need a decided answer of the wallet. */
export async function dueRounds(db: Query, untilMs: number, count: number): Promise<Round[]> {
  const rows = await db.query<Row>(
    `select ${columns} from instant_rounds where state in ('intent', 'rolling', 'settling') and changed_ms <= $1
     order by changed_ms limit $2`,
    [Math.round(untilMs), count],
  )
  return rows.map(read)
}

/** Records that the page has seen the round open. */
export async function noteSeen(db: Query, id: string): Promise<void> {
  await db.query('update instant_rounds set is_seen = true where id = $1', [id])
}

/** Open rounds that were abandoned, or that no page has seen. */
export async function leftRounds(
  db: Query,
  { untilMs, unseenUntilMs }: { untilMs: number; unseenUntilMs: number },
  count: number,
): Promise<Round[]> {
  const rows = await db.query<Row>(
    `select ${columns} from instant_rounds
     where state = 'open' and changed_ms <= case when is_seen then $1 else $2 end::bigint order by changed_ms limit $3`,
    [Math.round(untilMs), Math.round(unseenUntilMs), count],
  )
  return rows.map(read)
}
