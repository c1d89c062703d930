import type { Db } from '../../platform/db/index.ts'

/** How often `subject` was noted since `since`, and when first in that time. */
export async function attemptsSince(
  db: Db,
  subject: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const row = await db
    .selectFrom('attempt')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min('at').as('first')])
    .where('subject', '=', subject)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), first: row.first as Date | null }
}

export async function noteAttempts(db: Db, subjects: string[], at: Date) {
  await db
    .insertInto('attempt')
    .values(subjects.map((subject) => ({ subject, at })))
    .execute()
}

export async function forgetAttempts(db: Db, subject: string) {
  await db.deleteFrom('attempt').where('subject', '=', subject).execute()
}
