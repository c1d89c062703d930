import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { noticeKinds, type addNoticeRule, type NoticeRule } from '@dhow/contract/notices'
import { operatorText } from '@dhow/contract/operator-texts'
import type { BodyOf } from '@dhow/contract/operation'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal, type FieldTexts } from '../../platform/refusal.ts'
import { endProblems } from '../alarms/index.ts'
import { named } from './channels.ts'
import type { NoticeParts } from './parts.ts'
import { codeOf } from './rules.ts'
import type { RuleRow } from './tables.ts'

const maxRules = 50
type Given = BodyOf<typeof addNoticeRule>

/** All rules by name. */
export async function listRules({ platform: { db } }: NoticeParts): Promise<NoticeRule[]> {
  const [rows, links] = await Promise.all([
    db.kysely.selectFrom('notices.rule').selectAll().orderBy('name').execute(),
    db.kysely.selectFrom('notices.rule_channel').selectAll().orderBy('channel_id').execute(),
  ])
  return rows.map(({ amount_minor: amountMinor, changed_by: _by, changed_at: _at, ...row }) => ({
    ...row,
    amount: amountMinor === null ? null : formatDecimal(amountMinor),
    channels: links.filter((link) => link.rule_id === row.id).map((link) => link.channel_id),
  }))
}

/** Adds a rule. @throws Refusal `invalid_fields`, `notice_name_taken`, `notice_full`, `not_found` for a channel */
export async function addRule(parts: NoticeParts, by: StaffSession, given: Given) {
  const { platform, staff } = parts
  const columns = columnsOf(given)
  const id = platform.id('nru')
  await platform.db.transaction(async (tx) => {
    const { count } = await tx
      .selectFrom('notices.rule')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxRules) throw new Refusal('notice_full')
    const changed = { changed_by: by.operatorId, changed_at: platform.clock.now() }
    await named(
      tx
        .insertInto('notices.rule')
        .values({ id, ...columns, ...changed })
        .execute(),
    )
    await linkChannels(tx, id, given.channels)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_rule.create',
      subject: id,
      text: `Added the notice rule “${given.name}”`,
      before: null,
      after: given,
    })
  })
}

/** Rewrites a rule and ends its alarms. @throws Refusal as `addRule`, and `not_found` */
export async function changeRule(parts: NoticeParts, by: StaffSession, ruleId: string, given: Given) {
  const { platform, staff } = parts
  const columns = columnsOf(given)
  const now = platform.clock.now()
  await platform.db.transaction(async (tx) => {
    const before = await lockRule(tx, ruleId)
    const changed = { changed_by: by.operatorId, changed_at: now }
    await named(
      tx
        .updateTable('notices.rule')
        .set({ ...columns, ...changed })
        .where('id', '=', ruleId)
        .execute(),
    )
    await tx.deleteFrom('notices.rule_channel').where('rule_id', '=', ruleId).execute()
    await linkChannels(tx, ruleId, given.channels)
    await endProblems(tx, codeOf(ruleId), now)
    const { name, kind, enabled, quiet_minutes } = before
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_rule.change',
      subject: ruleId,
      text: `Changed the notice rule “${given.name}”`,
      before: { name, kind, enabled, quiet_minutes },
      after: given,
    })
  })
}

/** Removes a rule and ends its alarms. @throws Refusal `not_found` */
export async function removeRule({ platform, staff }: NoticeParts, by: StaffSession, ruleId: string) {
  await platform.db.transaction(async (tx) => {
    const { name, kind } = await lockRule(tx, ruleId)
    await tx.deleteFrom('notices.rule').where('id', '=', ruleId).execute()
    await endProblems(tx, codeOf(ruleId), platform.clock.now())
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_rule.remove',
      subject: ruleId,
      text: `Removed the notice rule “${name}”`,
      before: { name, kind },
      after: null,
    })
  })
}

async function lockRule(tx: Tx, ruleId: string): Promise<RuleRow> {
  const row = await tx.selectFrom('notices.rule').selectAll().where('id', '=', ruleId).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function linkChannels(tx: Tx, ruleId: string, channels: string[]) {
  const ids = [...new Set(channels)]
  if (ids.length === 0) return
  const known = await tx
    .selectFrom('notices.channel')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  if (known.length < ids.length) throw new Refusal('not_found')
  await tx
    .insertInto('notices.rule_channel')
    .values(ids.map((channelId) => ({ rule_id: ruleId, channel_id: channelId })))
    .execute()
}

/** Columns required by the kind, the others empty. @throws Refusal `invalid_fields` if one is missing */
function columnsOf({ name, kind, enabled, quiet_minutes, queue, minutes, market, amount, hours }: Given) {
  const amountMinor = amount === undefined ? undefined : parseAmount(amount)
  const values = { queue, minutes, market, amount: amountMinor === 0n ? undefined : amountMinor, hours }
  const fields: FieldTexts = {}
  for (const field of noticeKinds[kind])
    if (values[field] === undefined)
      fields[field] = [operatorText(field === 'amount' ? 'amount_above_zero' : 'list_only', {})]
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_fields', { fields })
  const is = (own: typeof kind) => kind === own
  return {
    ...{ name, kind, enabled, quiet_minutes },
    queue: is('queue') ? (queue ?? null) : null,
    minutes: is('queue') ? (minutes ?? null) : null,
    market: is('withdrawal') ? (market ?? null) : null,
    amount_minor: is('withdrawal') ? (values.amount ?? null) : null,
    hours: is('complaint') ? (hours ?? null) : null,
  }
}
