import type { Tx } from '../../platform/db/index.ts'
import { normaliseReference } from '../deposits/index.ts'
import type { StatementRow } from './tables.ts'

/**
 * Marks new lines that look like money of another statement of the account: the same day and amount, and the same text,
 * or another format, in which a bank words its lines differently. A person decides them, never a bulk approval.
 */
export async function markLikelyDuplicates(tx: Tx, { id, format }: StatementRow) {
  const pairs = await tx
    .selectFrom('statements.line as line')
    .innerJoin('statements.line as other', (join) =>
      join
        .onRef('other.account', '=', 'line.account')
        .onRef('other.day', '=', 'line.day')
        .onRef('other.amount_minor', '=', 'line.amount_minor')
        .onRef('other.statement_id', '!=', 'line.statement_id'),
    )
    .innerJoin('statements.statement', 'statements.statement.id', 'other.statement_id')
    .select([
      'line.id',
      'line.reference',
      'line.text',
      'other.id as other_id',
      'other.reference as other_reference',
      'other.text as other_text',
      'statements.statement.format',
    ])
    .where('line.statement_id', '=', id)
    .orderBy('other.id')
    .limit(20_000)
    .execute()
  const marked = new Set<string>()
  for (const pair of pairs) {
    if (marked.has(pair.id)) continue
    const [words, others] = [
      normaliseReference(pair.reference + pair.text),
      normaliseReference(pair.other_reference + pair.other_text),
    ]
    if (pair.format === format && !words.includes(others) && !others.includes(words)) continue
    marked.add(pair.id)
    await tx.updateTable('statements.line').set({ looks_like: pair.other_id }).where('id', '=', pair.id).execute()
  }
}
