import type { Invariant } from '../wallet/index.ts'

export const receiptInvariants: Invariant[] = [
  {
    name: 'receipts_log',
    title: 'The public log has as many entries as its head says, the last one of the last posting that was sequenced',
    sql: `select log.origin from receipts.log log
          left join lateral (
            select first_leaf + cardinality(posting_ids) as size, posting_ids[cardinality(posting_ids)] as posting_id
            from receipts.batch order by first_leaf desc limit 1
          ) last on true
          where log.size <> coalesce(last.size, 0) or log.size > 0 and last.posting_id is distinct from log.posting_id`,
  },
]
