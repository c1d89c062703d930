import type { ListedFigure } from '@dhow/contract/report-figures'
import { sql } from 'kysely'
import { rulesOf } from './figures.ts'

/** A figure's rules as SQL rows: `jsonb_to_recordset(…) as rule (debits text[], credits text[], sign integer)`. */
export const rulesIn = (figure: ListedFigure): string =>
  JSON.stringify(rulesOf(figure).map(({ debit, credit, sign }) => ({ debits: debit, credits: credit, sign })))

/**
 * Excludes transfers of play for a figure without any, with the predicate of the index `ledger_transfer_beside_play`,
 * which finds some payments among millions of rounds.
 */
export function excludePlay(figure: ListedFigure) {
  const isPlay = rulesOf(figure).some((rule) =>
    [...rule.debit, ...rule.credit].some((account) => account === 'gaming_result'),
  )
  if (isPlay) return sql``
  return sql`and transfer.debit not like 'gaming\\_result:%' and transfer.credit not like 'gaming\\_result:%'
      and transfer.debit <> 'in_play' and transfer.credit <> 'in_play'`
}
