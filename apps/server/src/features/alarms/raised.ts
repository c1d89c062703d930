import type { Db } from '../../platform/db/index.ts'
import { textOfAlarm } from './text.ts'

/** Prefix of alarm codes raised by rules of notices. */
export const ruleCodes = 'rule.'
/** Sorts behind every code of a rule. */
const afterRuleCodes = 'rule/'

/** Ends the alarms of a code, without a notice. */
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

/** Alarms raised by rules, newest first; one more than a page if there are more. */
export async function listRaised(db: Db, { before, limit }: { before: string | undefined; limit: number }) {
  let query = ofRules(db).selectAll().orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, ruleId: row.code.slice(ruleCodes.length), words: textOfAlarm(row) }))
}

/** How many are newer than the given one, at most `most`. */
export async function countRaised(db: Db, after: string, most: number): Promise<number> {
  const rows = await ofRules(db).select('id').where('id', '>', after).limit(most).execute()
  return rows.length
}
