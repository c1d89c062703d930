import { sql } from 'kysely'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'

const eachMs = 60_000
const transfersAtOnce = 20_000
/** Transfers are numbered before they are committed, so the look for players who moved begins a little before where the last one ended. */
const lateTransfers = 1_000

/**
 * What rounds moved, out of a selection `moved` of transfers (player_id, posting_id, debit, credit, amount_minor): a line for each, with its
 * round, the day on which the round began, and what it added to the stake and to the payout.
 */
export const movedInRounds = sql.raw(`
  select moved.player_id, round.id, round.started_at, (round.started_at at time zone 'UTC')::date as day,
    round.open_bets > 0 as is_open, round.open_bets > 0 or (round.returned_minor = round.stake_minor and round.stake_minor > 0) as is_aside,
    case when moved.debit = 'cash' then moved.amount_minor when moved.debit = 'in_play' and moved.credit = 'cash' then -moved.amount_minor else 0 end as staked,
    case when moved.debit like 'gaming_result:%' then moved.amount_minor else 0 end as paid
  from moved
  -- One look each, whatever the planner thinks of the tables.
  cross join lateral (select key from ledger_posting where id = moved.posting_id and reason like 'game-%' offset 0) posting
  cross join lateral (
    select provider_code, round_id from game_transaction
    where provider_code = split_part(posting.key, ':', 2)
      and tx_id = substr(posting.key, length('game:' || split_part(posting.key, ':', 2)) + 2) offset 0
  ) act
  cross join lateral (
    select * from game_round
    where player_id = moved.player_id and provider_code = act.provider_code and round_id = act.round_id offset 0
  ) round`)

/** Sums what players staked and won by day, behind the money path: see migration 0110. */
export function openRoundSums({ db, clock, log, jobs }: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'>) {
  /** Sums what was not summed yet; another server that does the same is left to it. */
  async function sum() {
    while (await sumSome()) log.debug('more rounds wait to be summed')
  }

  async function sumSome(): Promise<boolean> {
    return db.transaction(async (tx) => {
      const { rows } = await sql<{ looked_to: bigint; until: bigint; last: bigint }>`
        select reach.looked_to, least(last.id, reach.looked_to + ${transfersAtOnce}::bigint) as until, last.id as last
        from round_reach reach, (select coalesce(max(id), 0) as id from ledger_transfer) last
        for update of reach skip locked`.execute(tx)
      const reach = rows[0]
      if (!reach || reach.until <= reach.looked_to) return false
      await sql`
        with moved as materialized (
          select transfer.*
          from (
            select distinct player_id from ledger_transfer
            where id > ${reach.looked_to - BigInt(lateTransfers)} and id <= ${reach.until} and player_id is not null
          ) who
          left join round_mark mark on mark.player_id = who.player_id
          cross join lateral (
            select id, player_id, posting_id, debit, credit, amount_minor from ledger_transfer
            where player_id = who.player_id and id > coalesce(mark.up_to, 0) and id <= ${reach.until} offset 0
          ) transfer
        ), line as materialized (${movedInRounds}),
        summed as (
          insert into round_day as already (player_id, day, staked_minor, paid_minor)
          select player_id, day, sum(staked), sum(paid) from line group by player_id, day
          on conflict (player_id, day) do update
          set staked_minor = already.staked_minor + excluded.staked_minor, paid_minor = already.paid_minor + excluded.paid_minor
        ), set_aside as (
          insert into round_aside (player_id, id, is_open) select distinct player_id, id, is_open from line where is_aside
          on conflict (player_id, id) do update set is_open = excluded.is_open
        ), ordinary as (
          delete from round_aside aside using (select distinct player_id, id from line where not is_aside) settled
          where aside.player_id = settled.player_id and aside.id = settled.id
        )
        insert into round_mark as mark (player_id, up_to) select player_id, max(id) from moved group by player_id
        on conflict (player_id) do update set up_to = excluded.up_to`.execute(tx)
      await sql`update round_reach set looked_to = ${reach.until}`.execute(tx)
      return reach.until < reach.last
    })
  }

  return { sum, stop: every({ clock, log, jobs }, 'round-sums', eachMs, sum) }
}
