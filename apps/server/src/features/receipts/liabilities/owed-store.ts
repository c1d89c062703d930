import { sql } from 'kysely'
import { entryWord } from '@dhow/receipts/entry'
import type { Liability } from '@dhow/receipts/liability-tree'
import type { Db } from '../../../platform/db/index.ts'

const accountsPerPage = 1_000
/**
 * Upper bound of differences between servers' clocks. A batch whose entries are all older than a moment by this is
 * older than the moment.
 */
const clockSlackMs = 3_600_000

/** A liability to a player at a moment, and the posting after which it was valid. */
export interface Owed {
  playerId: string
  currency: string
  postingId: bigint
  liability: Liability
}

/** First posting of each player who moved money since a moment, and a lower bound of all these ids. */
export interface Later {
  from: bigint
  firstOf: Map<string, bigint>
}

/** Whether a player's posting from before a moment is not in the log yet. */
export async function isLogBehind(db: Db, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ is_behind: boolean }>`
    select exists (
      select from ledger.postings
      where id > (select posting_id from receipts.log where name = 'players') and player_id is not null and happened_at < ${moment}
    ) as is_behind`.execute(db)
  return rows[0]?.is_behind ?? true
}

export async function readLater(db: Db, moment: Date): Promise<Later> {
  const before = moment.getTime() - clockSlackMs
  const { rows } = await sql<{ first_posting: bigint }>`
    select first_posting from receipts.batch
    where log = 'players' and (select max(at_ms) from unnest(times_ms) as at_ms) < ${before}
    order by first_leaf desc limit 1`.execute(db)
  const from = rows[0]?.first_posting ?? 0n
  const moved = await sql<{ player_id: string; id: bigint }>`
    select player_id, min(id) as id from ledger.postings
    where id >= ${from} and player_id is not null and happened_at >= ${moment} group by player_id`.execute(db)
  return { from, firstOf: new Map(moved.rows.map(({ player_id, id }) => [player_id, id])) }
}

interface OwedRow {
  player_id: string
  currency: string
  posting_id: bigint
  number: bigint
  commitment: string
  cash_after: bigint
  bonus_after: bigint
  hold_after: bigint
  in_play_after: bigint
}

/**
 * Reads liabilities to players before their later postings, in pages. Players without an entry, and erased ones owed
 * nothing, have no row.
 */
export async function* readOwed(db: Db, { firstOf }: Later): AsyncGenerator<Owed[], void, undefined> {
  let after = ''
  for (;;) {
    const wallets = await db
      .selectFrom('ledger.wallets')
      .select('player_id')
      .where('player_id', '>', after)
      .orderBy('player_id')
      .limit(accountsPerPage)
      .execute()
    const ids = wallets.map(({ player_id }) => player_id)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    const limits = ids.map((id) => firstOf.get(id) ?? 2n ** 62n)
    const { rows } = await sql<OwedRow>`
      select player.id as player_id, posting.currency, posting.id as posting_id, batch.numbers[place.at] as number,
        encode(substring(batch.commitments from (place.at - 1) * 32 + 1 for 32), 'hex') as commitment,
        posting.cash_after, posting.bonus_after, posting.hold_after, posting.in_play_after
      from unnest(${ids}::text[], ${limits.map(String)}::bigint[]) as player (id, later)
      cross join lateral (
        select posting_id from ledger.transfers where player_id = player.id and posting_id < player.later order by id desc limit 1
      ) as last
      join ledger.postings posting on posting.id = last.posting_id
      cross join lateral (
        select * from receipts.batch where log = 'players' and first_posting <= last.posting_id order by first_posting desc limit 1
      ) as batch
      cross join lateral (select array_position(batch.posting_ids, last.posting_id) as at) as place
      join receipts.salt salt on salt.log = 'players' and salt.first_leaf = batch.first_leaf
      where posting.cash_after + posting.bonus_after + posting.hold_after + posting.in_play_after <> 0
        or substring(salt.salts from (place.at - 1) * 32 + 1 for 32) <> decode(repeat('00', 32), 'hex')`.execute(db)
    yield rows.map(toOwed)
  }
}

const toOwed = (row: OwedRow): Owed => ({
  playerId: row.player_id,
  currency: row.currency,
  postingId: row.posting_id,
  liability: {
    account: entryWord(row.player_id),
    number: Number(row.number),
    commitment: row.commitment,
    balances: { cash: row.cash_after, bonus: row.bonus_after, hold: row.hold_after, inPlay: row.in_play_after },
  },
})

/**
 * The ledger's own liability sum at a moment, by currency: current wallets minus later movements. It uses neither the
 * log nor the balances stored with postings. One statement, so that nothing changes in between.
 */
export async function readLedgerTotals(db: Db, moment: Date, { from }: Later): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; total: bigint }>`
    with later as (
      select player_id, min(id) as id from ledger.postings
      where id >= ${from} and player_id is not null and happened_at >= ${moment} group by player_id
    ), moved as (
      select transfer.currency, sum(
        case when transfer.credit in ('cash', 'bonus', 'hold', 'in_play') then transfer.amount_minor else 0 end
        - case when transfer.debit in ('cash', 'bonus', 'hold', 'in_play') then transfer.amount_minor else 0 end) as net
      from later join ledger.transfers transfer on transfer.player_id = later.player_id and transfer.posting_id >= later.id
      group by transfer.currency
    )
    select wallet.currency,
      (sum(wallet.cash_minor + wallet.bonus_minor + wallet.hold_minor + wallet.in_play_minor) - coalesce(max(moved.net), 0))::bigint as total
    from ledger.wallets wallet left join moved on moved.currency = wallet.currency
    group by wallet.currency`.execute(db)
  return new Map(rows.map(({ currency, total }) => [currency, total]))
}
