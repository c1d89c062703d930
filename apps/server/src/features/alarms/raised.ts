import type { Db } from '../../platform/db/index.ts'
import { textOfAlarm } from './text.ts'

/** Codes of what the rules of notices have raised; the faults of the installation have others. */
export const ruleCodes = 'rule.'
/** Sorts behind every code of a rule. */
const afterRuleCodes = 'rule/'

/** Ends what stands under a code, without a notice. */
export async function endProblems(db: Db, code: string, now: Date): Promise<void> {
  await db
    .updateTable('alarms.alarm')
    .set({ cleared_at: now })
    .where('code', '=', code)
    .where('cleared_at', 'is', null)
    .execute()
}

const ofRules = (db: Db) =>
  db.selectFrom('alarms.alarm').where('code', '>=', ruleCodes).where('code', '<', afterRuleCodes)

/** Alarms that rules raised, newest first; one more than a page, where there is one. */
export async function listRaised(db: Db, { before, limit }: { before: string | undefined; limit: number }) {
  let query = ofRules(db).selectAll().orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, ruleId: row.code.slice(ruleCodes.length), words: textOfAlarm(row) }))
}

/** How many of them are newer than one, at most `most`. */
export async function countRaised(db: Db, after: string, most: number): Promise<number> {
  const rows = await ofRules(db).select('id').where('id', '>', after).limit(most).execute()
  return rows.length
}
