import { CompiledQuery, sql } from 'kysely'
import type { Database, Db } from '../../platform/db/index.ts'

/** A fact that always holds: the query lists the violations, so no row means that it holds. The first column names an example. */
export interface Invariant {
  name: string
  title: string
  sql: string
}

export interface InvariantResult {
  name: string
  title: string
  violations: number
  example: string | null
}

/** What the ledger holds true at every commit. */
export const walletInvariants: Invariant[] = [
  {
    name: 'sums',
    title: 'Debits and credits of each currency are equal',
    sql: `select currency from (
            select currency, debit_minor - credit_minor as net from ledger_house_balance
            union all
            select transfer.currency, case when transfer.debit_after is null then amount_minor else 0 end
                                    - case when transfer.credit_after is null then amount_minor else 0 end
            from ledger_transfer transfer where transfer.written_by >= (select up_to from ledger_rollup)
            union all
            select currency, -(cash_minor + bonus_minor + hold_minor + in_play_minor) from ledger_wallet
          ) as net group by currency having sum(net) <> 0`,
  },
  {
    name: 'rollup',
    title: 'The house’s rolled up sums equal its transfers',
    sql: `select coalesce(rolled.account, moved.account) from ledger_house_balance rolled
          full join (
            select side.account, transfer.currency, sum(side.debit) as debit, sum(side.credit) as credit
            from ledger_transfer transfer
            cross join lateral (values (transfer.debit, transfer.amount_minor, 0::bigint, transfer.debit_after),
                                       (transfer.credit, 0::bigint, transfer.amount_minor, transfer.credit_after)) as side (account, debit, credit, after)
            where side.after is null and transfer.written_by < (select up_to from ledger_rollup)
            group by side.account, transfer.currency
          ) moved on moved.account = rolled.account and moved.currency = rolled.currency
          where rolled.debit_minor is distinct from moved.debit or rolled.credit_minor is distinct from moved.credit`,
  },
  {
    name: 'balances',
    title: 'Each player’s balances equal their transfers',
    sql: `select wallet.player_id from ledger_wallet wallet
          left join (
            select player_id,
              sum(case credit when 'cash' then amount_minor else 0 end - case debit when 'cash' then amount_minor else 0 end) as cash,
              sum(case credit when 'bonus' then amount_minor else 0 end - case debit when 'bonus' then amount_minor else 0 end) as bonus,
              sum(case credit when 'hold' then amount_minor else 0 end - case debit when 'hold' then amount_minor else 0 end) as hold,
              sum(case credit when 'in_play' then amount_minor else 0 end - case debit when 'in_play' then amount_minor else 0 end) as in_play
            from ledger_transfer where player_id is not null group by player_id
          ) moved on moved.player_id = wallet.player_id
          where wallet.cash_minor <> coalesce(moved.cash, 0) or wallet.bonus_minor <> coalesce(moved.bonus, 0)
             or wallet.hold_minor <> coalesce(moved.hold, 0) or wallet.in_play_minor <> coalesce(moved.in_play, 0)`,
  },
  {
    name: 'bounds',
    title: 'No account is below zero or past its limit',
    sql: `select player_id from ledger_wallet
          where least(cash_minor, bonus_minor, hold_minor, in_play_minor) < 0
             or greatest(cash_minor, bonus_minor, hold_minor, in_play_minor) > limit_minor`,
  },
  {
    name: 'postings',
    title: 'Each posting has its transfers, and each transfer its posting with the same player and currency',
    sql: `select coalesce(posting.id, transfer.posting_id) from ledger_posting posting
          full join ledger_transfer transfer on transfer.posting_id = posting.id
          where posting.id is null or transfer.id is null
             or transfer.player_id is distinct from posting.player_id or transfer.currency <> posting.currency`,
  },
  {
    name: 'players',
    title: 'Every transfer that names a player’s account names the player, in the player’s currency',
    sql: `select transfer.id from ledger_transfer transfer left join ledger_wallet wallet on wallet.player_id = transfer.player_id
          where (ledger_place(transfer.debit) > 0) <> (transfer.debit_after is not null)
             or (ledger_place(transfer.credit) > 0) <> (transfer.credit_after is not null)
             or (ledger_place(transfer.debit) + ledger_place(transfer.credit) > 0 and wallet.currency is distinct from transfer.currency)`,
  },
  {
    name: 'references',
    title: 'Each outside reference is credited once',
    sql: `select reference from ledger_posting where reference is not null group by reference having count(*) > 1`,
  },
  {
    name: 'holds',
    title: 'Each player’s hold account equals their open holds',
    sql: `select wallet.player_id from ledger_wallet wallet
          left join (select player_id, sum(amount_minor) as held from ledger_hold where state = 'held' group by player_id) open
            on open.player_id = wallet.player_id
          where wallet.hold_minor <> coalesce(open.held, 0)`,
  },
  {
    name: 'hold_ends',
    title: 'Each ended hold has the posting that ended it',
    sql: `select hold.key from ledger_hold hold left join ledger_posting posting on posting.key = hold.ended_by
          where hold.state <> 'held' and posting.id is null`,
  },
  {
    name: 'chain',
    title: 'Each player’s chain of receipts is unbroken',
    sql: `select link.player_id from ledger_entry_chain link
          left join ledger_entry_chain before on before.player_id = link.player_id and before.position = link.position - 1
          where link.position > 1 and link.previous is distinct from before.hash`,
  },
]

/** Runs the checks one after the other; each answers how many violations it found and one example. */
export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { name, title, sql } of invariants) {
    const query = `select count(*)::int as violations, min(found.example::text) as example from (${sql}) as found (example)`
    const { rows } = await db.executeQuery<{ violations: number; example: string | null }>(CompiledQuery.raw(query))
    results.push({ name, title, violations: rows[0]!.violations, example: rows[0]!.example })
  }
  return results
}

/** The same beside players who play: one transaction a check, so that none waits for all of them, and one of the database's processors. */
export async function checkInvariantsAside(db: Database, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const invariant of invariants) {
    const found = await db.transaction(async (tx) => {
      await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
      return checkInvariants(tx, [invariant])
    })
    results.push(...found)
  }
  return results
}
