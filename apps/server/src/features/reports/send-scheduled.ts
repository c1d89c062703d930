import { viewScreenOf } from '@dhow/contract/report-views'
import { markets } from '../portal/index.ts'
import type { Period } from './days.ts'
import type { ReportParts } from './parts.ts'
import { nextDue, periodBeforeDue } from './schedule-rules.ts'
import { instantsOf } from './store.ts'
import { fileOfView, type Viewed } from './view-files.ts'

const atOnce = 20

/**
 * Adds due reports to the outbox of the notices, each once over all servers. A schedule whose creator lost the
 * permission, or whose channel was removed, ends.
 */
export async function sendScheduled(parts: ReportParts): Promise<void> {
  for (const due of await readDue(parts))
    try {
      await sendOne(parts, due)
    } catch (error) {
      parts.platform.log.warn({ err: error, schedule: due.id }, 'a scheduled report failed and will be retried')
    }
}

type Due = Awaited<ReturnType<typeof readDue>>[number]

const readDue = ({ platform: { db, clock } }: ReportParts) =>
  db.kysely
    .selectFrom('reports.schedule as schedule')
    .innerJoin('reports.saved_view as view', 'view.id', 'schedule.view_id')
    .select(['schedule.id', 'schedule.channel_id', 'schedule.every', 'schedule.hour', 'schedule.attached'])
    .select(['schedule.next_at', 'schedule.operator_id', 'view.name', 'view.screen', 'view.market', 'view.filters'])
    .select((eb) => [
      eb.cast<string | null>('view.from_day', 'text').as('from'),
      eb.cast<string | null>('view.to_day', 'text').as('to'),
      eb
        .selectFrom('staff.operator_permission as held')
        .select((held) => held.fn.agg<string[] | null>('array_agg', ['held.permission']).as('permissions'))
        .whereRef('held.operator_id', '=', 'schedule.operator_id')
        .where('held.active', '=', true)
        .as('held'),
    ])
    .where('schedule.next_at', '<=', clock.now())
    .orderBy('schedule.next_at')
    .limit(atOnce)
    .execute()

/** Whether the creator may still download the view. */
const isHeldBy = ({ held, screen }: Due) =>
  ['reports.export', ...viewScreenOf(screen).needs].every((one) => held?.includes(one))

async function sendOne(parts: ReportParts, due: Due) {
  const { db, clock } = parts.platform
  const { id, next_at: dueAt } = due
  if (dueAt === null) return
  const now = clock.now()
  const channel = (await parts.notices.channels.names()).get(due.channel_id)
  const goesOn = isHeldBy(due) && channel?.isRemoved === false
  const sending = goesOn ? await makeSending(parts, due, dueAt) : undefined
  await db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reports.schedule')
      .set(goesOn ? { next_at: nextDue(due, markets[due.market].timezone, now) } : { next_at: null, ended_at: now })
      .where('id', '=', id)
      // Another server has claimed it.
      .where('next_at', '=', dueAt)
      .executeTakeFirst()
    if (numUpdatedRows > 0n && sending) await parts.notices.queue(tx, sending)
  })
}

async function makeSending(parts: ReportParts, due: Due, dueAt: Date) {
  const { market, name, attached, screen, filters } = due
  const period = periodOfView(due, dueAt)
  const viewed = { screen, market, filters, ...period, operatorId: due.operator_id }
  // A report that cannot be read is not announced either.
  const { cut = [], ...made } = await fileOfView(parts, viewed)
  const file = attached ? made : undefined
  const link = `${parts.platform.config.origins.console}${viewScreenOf(screen).path}?${await addressOfView(parts, viewed)}`
  return {
    key: `report:${due.id}:${dueAt.toISOString()}`,
    channelId: due.channel_id,
    step: 'report' as const,
    aboutId: due.id,
    title: `Report: ${name}`,
    content: {
      type: 'report.scheduled',
      lines: [`${name}: ${market}, ${period.from} to ${period.to}.`, ...(attached ? cut : []), '', link],
      data: { view: name, market, from: period.from, to: period.to, link },
    },
    file,
  }
}

/** URL of the screen; a shift's has instants. */
async function addressOfView(parts: ReportParts, { screen, market, from, to, filters, operatorId }: Viewed) {
  if (screen !== 'shift') return new URLSearchParams({ market, from, to, ...filters }).toString()
  const span = await instantsOf(parts, market, { from, to })
  const shown = { operator: operatorId, ...filters, from: span.from.toISOString(), to: span.to.toISOString() }
  return new URLSearchParams(shown).toString()
}

/** The view's own days, or the preceding day, week or month. */
const periodOfView = ({ every, market, from, to }: Due, dueAt: Date): Period =>
  from !== null && to !== null ? { from, to } : periodBeforeDue(every, markets[market].timezone, dueAt)
