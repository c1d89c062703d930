import type { Invariant } from '../wallet/index.ts'

export const receiptInvariants: Invariant[] = [
  {
    name: 'receipts_log',
    sql: `select log.origin from receipts.log log
          left join lateral (
            select first_leaf + cardinality(posting_ids) as size, posting_ids[cardinality(posting_ids)] as posting_id
            from receipts.batch where batch.log = log.name order by first_leaf desc limit 1
          ) last on true
          left join lateral (select max(leaf) + 1 as size from receipts.record where log.name = 'players') record on true
          where log.size <> greatest(last.size, record.size, 0)
            or last.size > 0 and last.posting_id is distinct from log.posting_id`,
  },
  {
    name: 'staff_log',
    sql: `select 'entry ' || entry.position from (
            select first_leaf, posting_ids, commitments from receipts.batch where log = 'staff' order by first_leaf desc limit 10
          ) batch
          join receipts.salt salt on salt.log = 'staff' and salt.first_leaf = batch.first_leaf
          cross join lateral unnest(batch.posting_ids) with ordinality as entry (position, at)
          left join staff.audit_seals seal on seal.position = entry.position
          where entry.position <> batch.first_leaf + entry.at
            or substring(batch.commitments from (entry.at::int - 1) * 32 + 1 for 32) is distinct from
              sha256('dhow/audit/v1'::bytea || substring(salt.salts from (entry.at::int - 1) * 32 + 1 for 32) || seal.hash)`,
  },
  {
    name: 'liabilities',
    sql: `select root.day || ' ' || root.currency from receipts.liability_root root
          cross join lateral (
            select coalesce(sum(leaf.cash_minor + leaf.bonus_minor + leaf.hold_minor + leaf.in_play_minor), 0) as published,
              coalesce(sum(posting.cash_after + posting.bonus_after + posting.hold_after + posting.in_play_after), 0) as posted
            from receipts.liability_leaf leaf join ledger.postings posting on posting.id = leaf.posting_id
            where leaf.day = root.day and leaf.currency = root.currency
          ) leaves
          where root.day = (select max(day) from receipts.liability_root)
            and (root.total_minor - root.erased_minor <> leaves.published or root.total_minor - root.erased_minor <> leaves.posted)`,
  },
]
