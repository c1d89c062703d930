import type { Invariant } from '../wallet/index.ts'

/** Invariants of statements. */
export const statementInvariants: Invariant[] = [
  {
    name: 'suspense',
    sql: `select coalesce(ledger.account, open.account) from (
            select account, currency, net_minor as net from ledger.house_accounts where account like 'suspense%'
          ) ledger
          full join (select 'suspense:' || account as account, currency, sum(amount_minor) as net from statements.line
                     where in_suspense and state in ('waiting', 'awaiting_second_approval') group by 1, 2) open
            on open.account = ledger.account and open.currency = ledger.currency
          where coalesce(ledger.net, 0) <> coalesce(open.net, 0)`,
  },
  {
    name: 'statements',
    sql: `select statement.id from statements.statement
          left join (select statement_id, count(*) as lines, coalesce(sum(amount_minor) filter (where in_suspense), 0) as suspense
                     from statements.line group by statement_id) held on held.statement_id = statement.id
          left join ledger.postings posting on posting.key = 'statement:' || statement.id
          left join ledger.transfers transfer on transfer.posting_id = posting.id
          where statement.new_lines <> coalesce(held.lines, 0)
             or posting.id is distinct from statement.posting_id
             or coalesce(transfer.amount_minor, 0) <> coalesce(held.suspense, 0)`,
  },
  {
    name: 'statement_lines',
    sql: `select line.id from statements.line line
          left join ledger.postings posting on posting.id = line.posting_id
          left join lateral (select sum(amount_minor) as amount from ledger.transfers
                             where posting_id = line.posting_id and debit = 'suspense:' || line.account) out on true
          where line.in_suspense and line.state not in ('waiting', 'awaiting_second_approval')
            and (posting.id is null or out.amount is distinct from line.amount_minor or posting.currency <> line.currency
                 or (line.state = 'credited' and posting.key <> 'deposit:' || line.payment_id)
                 or (line.state <> 'credited' and posting.key <> 'statement-line:' || line.id))`,
  },
  {
    name: 'statement_credits',
    sql: `select line.id from statements.line line
          join ledger.postings posting on posting.id = line.posting_id
          where line.state in ('credited', 'assigned') and posting.player_id is distinct from line.player_id
          union all
          select payment_id from statements.line where payment_id is not null group by payment_id, amount_minor > 0 having count(*) > 1`,
  },
]
