import type { Invariant } from '../wallet/index.ts'

/** Checks of payments confirmed by services, and of the daily sums of all deposits. */
export const paymentInvariants: Invariant[] = [
  {
    name: 'deposit_days',
    sql: `select coalesce(kept.player_id, own.player_id) from (select * from deposits.days where credited_minor <> 0) kept
          full join (
            select player_id, family, day, sum(credited_minor) as credited_minor from (
              select player_id, family, (submitted_at at time zone 'UTC')::date as day, credited_minor from deposits.deposits where state = 'approved'
              union all
              select player_id, service, (started_at at time zone 'UTC')::date, credited_minor from payments.service_payment where state = 'succeeded'
            ) credited group by player_id, family, day
          ) own on own.player_id = kept.player_id and own.family = kept.family and own.day = kept.day
          where kept.credited_minor is distinct from own.credited_minor`,
  },
  {
    name: 'service_payments',
    sql: `select coalesce(payment.id, posting.key) from (select * from payments.service_payment where state = 'succeeded') payment
          full join (select * from ledger.posting_beside_games where reason in ('voucher', 'payment')) posting on posting.id = payment.posting_id
          where payment.id is null or posting.id is null or posting.player_id <> payment.player_id
             or posting.key <> (case payment.kind when 'voucher' then 'voucher:' else 'payment:' end) || payment.service || ':' || payment.service_ref
             or payment.credited_minor <> (select sum(amount_minor) from ledger.transfers where posting_id = posting.id and credit = 'cash')`,
  },
  {
    name: 'service_payments_open',
    sql: `select id from payments.service_payment
          where state in ('redeeming', 'unknown', 'initiating', 'pending') and next_check_at is null
             or pin_sealed is null and state in ('redeeming', 'unknown')`,
  },
]
