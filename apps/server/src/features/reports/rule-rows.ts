import type { ListedFigure } from '@dhow/contract/report-figures'
import { sql } from 'kysely'
import { rulesOf } from './figures.ts'

/** Rules of a figure as rows of a statement: `jsonb_to_recordset(…) as rule (debits text[], credits text[], sign integer)`. */
export const rulesIn = (figure: ListedFigure): string =>
  JSON.stringify(rulesOf(figure).map(({ debit, credit, sign }) => ({ debits: debit, credits: credit, sign })))

/**
 * Leaves out the transfers of play for a figure that has none of them, in the words of the index `ledger_transfer_beside_play`: some payments among
 * millions of rounds are found by it.
 */
export function besidePlay(figure: ListedFigure) {
  const isPlay = rulesOf(figure).some((rule) =>
    [...rule.debit, ...rule.credit].some((account) => account === 'gaming_result'),
  )
  if (isPlay) return sql``
  return sql`and transfer.debit not like 'gaming\\_result:%' and transfer.credit not like 'gaming\\_result:%'
      and transfer.debit <> 'in_play' and transfer.credit <> 'in_play'`
}
