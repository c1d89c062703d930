import { required } from '../../platform/required.ts'
import type { StaffHelpCase } from '@dhow/contract/help'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { HelpParts } from './parts.ts'
import { findCase } from './store.ts'
import type { HelpCaseRow } from './tables.ts'
import { staffReplies } from './case-replies.ts'

const queuePage = 50

/** The cases of a state, with how many there are of each. */
export async function readQueue(
  parts: HelpParts,
  query: {
    state?: HelpCaseRow['state'] | undefined
    q?: string | undefined
    cursor?: string | undefined
  },
) {
  const {
    platform: { db },
  } = parts
  const counted = await db.kysely
    .selectFrom('help.help_case')
    .select((eb) => ['state', eb.fn.countAll<bigint>().as('count')])
    .where('state', 'in', ['waiting', 'answered'])
    .groupBy('state')
    .execute()
  const state = query.state ?? 'waiting'
  let listed = db.kysely
    .selectFrom('help.help_case')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'help.help_case.player_id')
    .selectAll('help.help_case')
  const { q } = query
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    listed = listed.where((eb) =>
      eb.or([
        eb('accounts.player_card.player_name', 'ilike', like),
        eb('accounts.player_card.mobile', 'like', like),
        eb('help.help_case.id', '=', q),
        eb('help.help_case.payment_id', '=', q),
      ]),
    )
  } else {
    listed = listed.where('help.help_case.state', '=', state)
  }
  // A case that is opened again keeps its id, so its place among those that wait is near enough to its age.
  const oldestFirst = !query.q && state === 'waiting'
  if (query.cursor) listed = listed.where('help.help_case.id', oldestFirst ? '>' : '<', query.cursor)
  const { rows, nextCursor } = pageOf(
    await listed
      .orderBy('help.help_case.id', oldestFirst ? 'asc' : 'desc')
      .limit(queuePage + 1)
      .execute(),
    queuePage,
  )
  return {
    cases: await staffReplies(parts, rows),
    next_cursor: nextCursor,
    counts: Object.fromEntries(counted.map((row) => [row.state, Number(row.count)])),
  }
}

/** @throws Refusal `not_found` */
export async function readCase(parts: HelpParts, caseId: string): Promise<StaffHelpCase> {
  const {
    platform: { db },
  } = parts
  const row = await findCase(db.kysely, caseId)
  if (!row) throw new Refusal('not_found')
  return required((await staffReplies(parts, [row]))[0], 'reply of the case')
}

/** Players who wait for an answer. */
export async function readWaiting({ platform: { db } }: HelpParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('help.help_case')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('waiting_since').as('oldest')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}
