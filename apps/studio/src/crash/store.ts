import type { Query, Tx } from '../platform/db.ts'
import { toJson, type BetState } from '../rounds/change.ts'
import type { Bet, Change, Phase, Round } from './table.ts'

/** Rows of the crash game. Writes bets in batches: one statement for all that changed together. */

interface BetRow extends Omit<Bet, 'panel'> {
  panel: number
}

const betColumns = `id, round, seq, seat, wallet_session as "walletSession", player, name, panel, currency, stake, auto,
  demo, state, cashed_at as "cashedAt", payout, code`

interface RoundRow {
  id: string
  chain: string
  number: number
  hash: string | null
  crash: bigint | null
  phase: Phase
  closesMs: bigint
  takeoffMs: bigint
  startedMs: bigint | null
  overMs: bigint | null
}
const roundColumns = `id, chain, number, hash, crash, phase, closes_ms as "closesMs", takeoff_ms as "takeoffMs",
  started_ms as "startedMs", over_ms as "overMs"`

/** A stored round: hash and crash point only once it is over. */
export interface StoredRound extends Omit<Round, 'hash' | 'crash'> {
  hash: string | null
  crash: number | null
}

const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value))
const readRound = (row: RoundRow): StoredRound => ({
  ...row,
  crash: numberOrNull(row.crash),
  closesMs: Number(row.closesMs),
  takeoffMs: Number(row.takeoffMs),
  startedMs: numberOrNull(row.startedMs),
  overMs: numberOrNull(row.overMs),
})
const readBet = (row: BetRow): Bet => ({ ...row, panel: row.panel === 0 ? 0 : 1 })

export async function newestRound(db: Query, chain: string): Promise<StoredRound | undefined> {
  const rows = await db.query<RoundRow>(
    `select ${roundColumns} from rounds where chain = $1 order by number desc limit 1`,
    [chain],
  )
  return rows[0] && readRound(rows[0])
}

export async function findRound(db: Query, id: string): Promise<StoredRound | undefined> {
  const rows = await db.query<RoundRow>(`select ${roundColumns} from rounds where id = $1`, [id])
  return rows[0] && readRound(rows[0])
}

/** The last finished rounds, newest first. */
export async function lastRounds(db: Query, count: number): Promise<StoredRound[]> {
  const rows = await db.query<RoundRow>(
    `select ${roundColumns} from rounds where phase = 'over' order by over_ms desc limit $1`,
    [count],
  )
  return rows.map(readRound)
}

export async function betsOfRound(db: Query, round: string): Promise<Bet[]> {
  return (await db.query<BetRow>(`select ${betColumns} from bets where round = $1 order by seq`, [round])).map(readBet)
}

export async function findBet(db: Query, id: string): Promise<Bet | undefined> {
  const rows = await db.query<BetRow>(`select ${betColumns} from bets where id = $1`, [id])
  return rows[0] && readBet(rows[0])
}

/** The player's bets changed within the last minutes, for a page that missed their end. */
export async function recentBets(db: Query, player: string): Promise<Bet[]> {
  const rows = await db.query<BetRow>(
    `select ${betColumns} from bets where player = $1 and changed_at > now() - interval '3 minutes'
     order by changed_at desc limit 6`,
    [player],
  )
  return rows.map(readBet)
}

/**
 * Bets that need a call to the wallet: undecided ones, intents of other rounds than the open one, and accepted bets of finished rounds, which lost:
 * winning ones were cashed out before.
 */
export async function dueBets(db: Query, openRound: string | null, limit: number): Promise<Bet[]> {
  const rows = await db.query<BetRow>(
    `select ${betColumns} from bets
     where state in ('rolling', 'cashed', 'lost')
       or (state in ('intent', 'accepted') and round is distinct from $1
           and (state = 'intent' or exists (select from rounds where rounds.id = bets.round and rounds.phase = 'over')))
     order by changed_at limit $2`,
    [openRound, limit],
  )
  return rows.map(readBet)
}

/** Allowed previous states of each state; any other makes the write fail. */
const before: Record<Exclude<BetState, 'intent' | 'won'>, BetState[]> = {
  accepted: ['intent'],
  refused: ['intent'],
  rolling: ['intent', 'accepted'],
  cashed: ['accepted', 'intent'],
  lost: ['accepted', 'intent'],
  // The clean-up job and the first caller may both record the same end.
  rolled_back: ['rolling', 'intent', 'accepted', 'rolled_back'],
  paid: ['cashed', 'accepted', 'paid'],
  closed: ['lost', 'accepted', 'closed'],
  stuck: ['rolling', 'cashed', 'lost', 'stuck'],
}

/**
 * Writes one or more merged steps. Returns the ids of created bets that already had a row: they were resent after a restart, and that row is
 * authoritative.
 */
export async function saveChange(tx: Tx, change: Change): Promise<string[]> {
  if (change.round) await saveRound(tx, change.round)
  const known: string[] = []
  if (change.created.length > 0) {
    const made = await tx.query<{ id: string }>(
      `insert into bets (id, round, seq, seat, wallet_session, player, name, panel, currency, stake, auto, demo, state)
       select id, round, seq, seat, "walletSession", player, name, panel, currency, stake::bigint, auto, demo, 'intent'
       from jsonb_to_recordset($1::jsonb) as b(id text, round text, seq int, seat text, "walletSession" text,
         player text, name text, panel smallint, currency text, stake text, auto int, demo boolean)
       on conflict (id) do nothing returning id`,
      [toJson(change.created)],
    )
    const madeIds = new Set(made.map((row) => row.id))
    for (const bet of change.created) if (!madeIds.has(bet.id)) known.push(bet.id)
  }
  const moved = change.bets.filter((bet) => !known.includes(bet.id))
  if (moved.length > 0) {
    const rows = await tx.query<{ id: string }>(
      `update bets set state = c.state, cashed_at = c."cashedAt", payout = c.payout::bigint, code = c.code,
         changed_at = now()
       from jsonb_to_recordset($1::jsonb) as c(id text, state text, "cashedAt" int, payout text, code text)
       where bets.id = c.id and bets.state in (select jsonb_array_elements_text($2::jsonb -> c.state))
       returning bets.id`,
      [toJson(moved), JSON.stringify(before)],
    )
    if (rows.length !== moved.length) throw new Error(`${moved.length - rows.length} bets are in another state`)
  }
  return known
}

async function saveRound(tx: Tx, round: Round): Promise<void> {
  const isShown = round.phase === 'over' || round.phase === 'void'
  const rows = await tx.query(
    `insert into rounds (id, chain, number, hash, crash, phase, closes_ms, takeoff_ms, started_ms, over_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (id) do update set hash = $4, crash = $5, phase = $6, started_ms = $9, over_ms = $10
       where rounds.phase in ('betting', 'flight')
     returning id`,
    [
      round.id,
      round.chain,
      round.number,
      isShown ? round.hash : null,
      isShown ? round.crash : null,
      round.phase,
      round.closesMs,
      round.takeoffMs,
      round.startedMs,
      round.overMs,
    ],
  )
  if (rows.length !== 1) throw new Error(`round ${round.id} is over already`)
}
