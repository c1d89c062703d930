import type { Query, Tx } from '../platform/db.ts'
import { toJson, type BetState } from '../rounds/change.ts'
import type { Bet, Change, Phase, Round } from './table.ts'

/** Rows of the shared tables. Writes bets in batches: one statement for all that changed together. */
interface RoundRow {
  id: string
  chain: string
  number: number
  hash: string | null
  phase: Phase
  closesMs: bigint
  dealsMs: bigint
  dealtMs: bigint | null
  settlesMs: bigint | null
}

/** A stored round: the hash only once betting is over. */
export interface StoredRound extends Omit<Round, 'hash'> {
  hash: string | null
}

const roundColumns = `id, chain, number, hash, phase, closes_ms as "closesMs", deals_ms as "dealsMs",
  dealt_ms as "dealtMs", settles_ms as "settlesMs"`
const betColumns = `id, round, seq, seat, wallet_session as "walletSession", player, name, field, currency, stake, demo, state,
  payout, code`

const readRound = (row: RoundRow): StoredRound => ({
  ...row,
  closesMs: Number(row.closesMs),
  dealsMs: Number(row.dealsMs),
  dealtMs: row.dealtMs === null ? null : Number(row.dealtMs),
  settlesMs: row.settlesMs === null ? null : Number(row.settlesMs),
})

export async function newestRound(db: Query, chain: string): Promise<StoredRound | undefined> {
  const rows = await db.query<RoundRow>(
    `select ${roundColumns} from table_rounds where chain = $1 order by number desc limit 1`,
    [chain],
  )
  return rows[0] && readRound(rows[0])
}

export async function findRound(db: Query, game: string, id: string): Promise<StoredRound | undefined> {
  const rows = await db.query<RoundRow>(`select ${roundColumns} from table_rounds where id = $1 and game = $2`, [
    id,
    game,
  ])
  return rows[0] && readRound(rows[0])
}

/** The last settled rounds, newest first. */
export async function lastRounds(db: Query, chain: string, count: number): Promise<StoredRound[]> {
  const rows = await db.query<RoundRow>(
    `select ${roundColumns} from table_rounds where chain = $1 and phase = 'settled' order by number desc limit $2`,
    [chain, count],
  )
  return rows.map(readRound)
}

export const betsOfRound = (db: Query, round: string): Promise<Bet[]> =>
  db.query<Bet>(`select ${betColumns} from table_bets where round = $1 order by seq`, [round])

export async function findBet(db: Query, id: string): Promise<Bet | undefined> {
  return (await db.query<Bet>(`select ${betColumns} from table_bets where id = $1`, [id]))[0]
}

/** The player's bets at this table changed within the last minutes, for a page that missed their end. */
export const recentBets = (db: Query, game: string, player: string): Promise<Bet[]> =>
  db.query<Bet>(
    `select ${betColumns} from table_bets
     where player = $1 and game = $2 and changed_at > now() - interval '3 minutes' order by changed_at desc, seq limit 60`,
    [player, game],
  )

/** Bets that need a decided wallet call, including intents of other rounds than the open one. */
export const dueBets = (db: Query, game: string, openRound: string, limit: number): Promise<Bet[]> =>
  db.query<Bet>(
    `select ${betColumns} from table_bets
     where game = $1 and state in ('intent', 'rolling', 'won', 'lost') and (state <> 'intent' or round <> $2)
     order by changed_at limit $3`,
    [game, openRound, limit],
  )

/** Allowed previous states of each state; any other makes the write fail. */
const before: Record<Exclude<BetState, 'intent' | 'cashed'>, BetState[]> = {
  accepted: ['intent'],
  refused: ['intent'],
  rolling: ['intent', 'accepted'],
  won: ['accepted', 'intent'],
  lost: ['accepted', 'intent'],
  // The clean-up job and the first caller may both record the same end.
  rolled_back: ['rolling', 'intent', 'accepted', 'rolled_back'],
  paid: ['won', 'accepted', 'paid'],
  closed: ['lost', 'accepted', 'closed'],
  stuck: ['rolling', 'won', 'lost', 'stuck'],
}

/** Writes one or more merged steps. Returns the ids of created bets that already had a row, which counts. */
export async function saveChange(tx: Tx, game: string, change: Change): Promise<string[]> {
  if (change.round) await saveRound(tx, game, change.round)
  const known: string[] = []
  if (change.created.length > 0) {
    const made = await tx.query<{ id: string }>(
      `insert into table_bets (id, game, round, seq, seat, wallet_session, player, name, field, currency, stake, demo, state)
       select id, $2, round, seq, seat, "walletSession", player, name, field, currency, stake::bigint, demo, 'intent'
       from jsonb_to_recordset($1::jsonb) as b(id text, round text, seq int, seat text, "walletSession" text,
         player text, name text, field text, currency text, stake text, demo boolean)
       on conflict (id) do nothing returning id`,
      [toJson(change.created), game],
    )
    const madeIds = new Set(made.map((row) => row.id))
    for (const bet of change.created) if (!madeIds.has(bet.id)) known.push(bet.id)
  }
  const moved = known.length === 0 ? change.bets : change.bets.filter((bet) => !known.includes(bet.id))
  if (moved.length > 0) {
    const rows = await tx.query<{ id: string }>(
      `update table_bets set state = c.state, payout = c.payout::bigint, code = c.code, changed_at = now()
       from jsonb_to_recordset($1::jsonb) as c(id text, state text, payout text, code text)
       where table_bets.id = c.id and table_bets.state in (select jsonb_array_elements_text($2::jsonb -> c.state))
       returning table_bets.id`,
      [toJson(moved), JSON.stringify(before)],
    )
    if (rows.length !== moved.length) throw new Error(`${moved.length - rows.length} bets are in another state`)
  }
  return known
}

async function saveRound(tx: Tx, game: string, round: Round): Promise<void> {
  const rows = await tx.query(
    `insert into table_rounds (id, game, chain, number, hash, phase, closes_ms, deals_ms, dealt_ms, settles_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (id) do update set hash = $5, phase = $6, dealt_ms = $9, settles_ms = $10
       where table_rounds.phase in ('betting', 'dealing')
     returning id`,
    [
      round.id,
      game,
      round.chain,
      round.number,
      round.phase === 'betting' ? null : round.hash,
      round.phase,
      round.closesMs,
      round.dealsMs,
      round.dealtMs,
      round.settlesMs,
    ],
  )
  if (rows.length !== 1) throw new Error(`round ${round.id} is over already`)
}
