import { required } from '../../platform/required.ts'
import type { StaffHelpCase } from '@dhow/contract/help'
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { pageOf } from '../../platform/pages.ts'
import type { HelpCategory } from '@dhow/contract/help'
import type { StaffSession } from '../../platform/http/call.ts'
import { cursorOf, readCursor } from './cursors.ts'
import { Refusal } from '../../platform/refusal.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { HelpParts } from './parts.ts'
import { findCase } from './store.ts'
import type { HelpCaseRow } from './tables.ts'
import { staffReplies } from './case-replies.ts'

const queuePage = 50

/** Cases of a state, with the number of each state. */
export async function readQueue(
  parts: HelpParts,
  query: {
    state?: HelpCaseRow['state'] | undefined
    category?: HelpCategory | undefined
    mine?: 'yes' | undefined
    complaint?: 'open' | undefined
    q?: string | undefined
    cursor?: string | undefined
  },
  by: StaffSession,
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
        eb.exists(
          eb
            .selectFrom('help.complaint')
            .select('number')
            .whereRef('case_id', '=', 'help.help_case.id')
            .where('number', '=', q.toUpperCase()),
        ),
      ]),
    )
  } else if (!query.complaint) {
    listed = listed.where('help.help_case.state', '=', state)
  }
  if (query.complaint)
    listed = listed.where((eb) =>
      eb.exists(
        eb
          .selectFrom('help.complaint')
          .select('number')
          .whereRef('case_id', '=', 'help.help_case.id')
          .where('help.complaint.state', '=', 'open'),
      ),
    )
  if (query.category) listed = listed.where('help.help_case.category', '=', query.category)
  if (query.mine)
    listed = listed.where((eb) =>
      eb.exists(
        eb
          .selectFrom('help.assignment')
          .select('case_id')
          .whereRef('case_id', '=', 'help.help_case.id')
          .where('operator_id', '=', by.operatorId),
      ),
    )
  const isOldestFirst = !q && !query.complaint && state === 'waiting'
  const { rows, nextCursor } = isOldestFirst
    ? await longestWaiting(listed, query.cursor)
    : await newestFirst(listed, query.cursor)
  return {
    cases: await staffReplies(parts, rows),
    next_cursor: nextCursor,
    counts: Object.fromEntries(counted.map((row) => [row.state, Number(row.count)])),
  }
}

type Listed = SelectQueryBuilder<Tables, 'help.help_case' | 'accounts.player_card', HelpCaseRow>

/** The longest waiting players first; a reopened case counts from its reopening. */
async function longestWaiting(listed: Listed, cursor: string | undefined) {
  const after = readCursor(cursor)
  if (after)
    listed = listed.where((eb) =>
      eb.or([
        eb('help.help_case.waiting_since', '>', after.at),
        eb.and([eb('help.help_case.waiting_since', '=', after.at), eb('help.help_case.id', '>', after.id)]),
      ]),
    )
  const found = await listed
    .orderBy('help.help_case.waiting_since')
    .orderBy('help.help_case.id')
    .limit(queuePage + 1)
    .execute()
  const rows = found.slice(0, queuePage)
  const last = rows.at(-1)
  const since = last?.waiting_since
  return { rows, nextCursor: found.length > queuePage && last && since ? cursorOf(last, since) : null }
}

async function newestFirst(listed: Listed, cursor: string | undefined) {
  if (cursor) listed = listed.where('help.help_case.id', '<', cursor)
  const found = await listed
    .orderBy('help.help_case.id', 'desc')
    .limit(queuePage + 1)
    .execute()
  return pageOf(found, queuePage)
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

/** Questions that wait for an answer, and complaints that wait for a decision, assigned to an operator. */
export async function readAssigned(
  { platform: { db } }: HelpParts,
  operatorId: string,
): Promise<{ questions: Waiting; complaints: Waiting }> {
  const given = db.kysely.selectFrom('help.assignment').where('operator_id', '=', operatorId)
  const questions = await given
    .innerJoin('help.help_case', 'help.help_case.id', 'help.assignment.case_id')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('waiting_since').as('oldest')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const complaints = await given
    .innerJoin('help.complaint', 'help.complaint.case_id', 'help.assignment.case_id')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('opened_at').as('oldest')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { questions: toWaiting(questions), complaints: toWaiting(complaints) }
}
