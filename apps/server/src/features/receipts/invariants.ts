import type { Invariant } from '../wallet/index.ts'

export const receiptInvariants: Invariant[] = [
  {
    name: 'receipts_log',
    title: 'The public log has as many entries as its head says, the last one of the last posting that was sequenced',
    sql: `select log.origin from receipts.log log
          left join receipts.entry last on last.leaf = log.size - 1
          where log.size <> coalesce((select max(leaf) + 1 from receipts.entry), 0)
             or log.size > 0 and last.posting_id is distinct from log.posting_id`,
  },
]
