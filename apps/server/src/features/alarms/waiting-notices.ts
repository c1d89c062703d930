import type { Platform } from '../../platform/platform.ts'

/** Notices that could not be sent yet: how many, and since when the first. */
export async function waitingNotices({ db }: Platform) {
  const { count, oldest } = await db.kysely
    .selectFrom('alarms.notice')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}
