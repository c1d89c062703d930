import type { Invariant } from '../wallet/index.ts'

/** Invariants of payouts. */
export const withdrawalInvariants: Invariant[] = [
  {
    name: 'withdrawal_days',
    sql: `select coalesce(kept.player_id, own.player_id) from (select * from withdrawals.day where paid_minor <> 0) kept
          full join (
            select player_id, (requested_at at time zone 'UTC')::date as day, sum(amount_minor) as paid_minor from withdrawals.withdrawal
            where state = 'paid' group by 1, 2
          ) own on own.player_id = kept.player_id and own.day = kept.day
          where kept.paid_minor is distinct from own.paid_minor`,
  },
  {
    name: 'withdrawal_holds',
    sql: `select coalesce(withdrawal.id, hold.key) from (select * from withdrawals.withdrawal where state in ('requested', 'awaiting_second_approval', 'approved', 'batched')) withdrawal
          full join (select * from ledger.holds hold where state = 'held' and key not like 'win:%') hold on hold.key = 'withdrawal:' || withdrawal.id || ':hold'
          where withdrawal.id is null or hold.key is null or hold.amount_minor <> withdrawal.amount_minor or hold.player_id <> withdrawal.player_id`,
  },
  {
    name: 'withdrawals_paid',
    sql: `select withdrawal.id from withdrawals.withdrawal
          left join ledger.postings sent on sent.key = 'withdrawal:' || withdrawal.id || ':sent'
          left join ledger.postings paid on paid.key = 'withdrawal:' || withdrawal.id || ':paid'
          left join ledger.postings failed on failed.key = 'withdrawal:' || withdrawal.id || ':failed'
          left join ledger.postings returned on returned.key = 'withdrawal:' || withdrawal.id || ':returned'
          left join ledger.postings released on released.key = 'withdrawal:' || withdrawal.id || ':release'
          where (withdrawal.state in ('sent', 'unknown', 'paid', 'failed', 'returned')) <> (sent.id is not null)
             or (withdrawal.state in ('paid', 'returned')) <> (paid.id is not null)
             or (withdrawal.state = 'failed') <> (failed.id is not null)
             or (withdrawal.state = 'returned') <> (returned.id is not null)
             or (withdrawal.state = 'rejected') <> (released.id is not null)`,
  },
  {
    name: 'payout_transit',
    sql: `select coalesce(ledger.currency, open.currency) from (
            select currency, net_minor as net from ledger.house_accounts where account = 'payout_transit'
          ) ledger
          full join (select currency, sum(amount_minor - fee_minor) as net from withdrawals.withdrawal where state in ('sent', 'unknown') group by currency) open
            on open.currency = ledger.currency
          where coalesce(ledger.net, 0) <> coalesce(open.net, 0)`,
  },
  {
    name: 'payout_batches',
    sql: `select batch.id from withdrawals.payout_batch batch
          left join (select batch_id, count(*) as payouts, sum(amount_minor - fee_minor) as total,
                            count(*) filter (where state = 'batched') as batched
                     from withdrawals.withdrawal where batch_id is not null group by batch_id) held on held.batch_id = batch.id
          where (batch.state <> 'cancelled' and (batch.payouts <> coalesce(held.payouts, 0) or batch.total_minor <> coalesce(held.total, 0)))
             or (batch.state = 'draft' and batch.payouts <> coalesce(held.batched, 0))
             or (batch.state = 'sent' and coalesce(held.batched, 0) > 0)
             or (batch.state = 'cancelled' and held.payouts > 0)`,
  },
]
