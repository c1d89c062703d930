import type { Platform } from '../../platform/platform.ts'
import { inEnglish } from '../../platform/texts.ts'
import type { Tx } from '../../platform/db/index.ts'
import { recordProblems, stepWords, type AlarmStep, type Problem } from '../alarms/index.ts'
import { queueSending } from './outbox.ts'
import type { NoticeParts } from './parts.ts'
import { codeOf, findProblems } from './rules.ts'
import type { RuleRow } from './tables.ts'

/**
 * Evaluates all enabled rules and writes a notice at the start of a state, reminders while it lasts, and an all-clear
 * at its end. The outbox keys send each once over all servers.
 */
export async function watchRules(parts: NoticeParts): Promise<void> {
  const { platform, watched } = parts
  const { db, log, clock } = platform
  const rules = await db.kysely.selectFrom('notices.rule').selectAll().where('enabled', '=', true).execute()
  if (rules.length === 0) return
  const seen = new Map<string, Problem[]>()
  for (const rule of rules)
    try {
      seen.set(rule.id, await findProblems(watched, rule, clock.now()))
    } catch (error) {
      log.warn({ err: error, rule: rule.id }, 'a notice rule could not be evaluated')
    }
  await db.transaction(async (tx) => {
    // Locked against changes of the rule, so that a disabled one raises nothing.
    const now = clock.now()
    const still = await tx
      .selectFrom('notices.rule')
      .selectAll()
      .where('id', 'in', [...seen.keys(), ''])
      .where('enabled', '=', true)
      .orderBy('id')
      .forShare()
      .execute()
    for (const rule of still) {
      const problems = seen.get(rule.id)
      const isSame = rules.some(
        ({ id, changed_at: at }) => id === rule.id && at.getTime() === rule.changed_at.getTime(),
      )
      if (!problems || !isSame) continue
      const channels = await channelsOf(tx, rule)
      await recordProblems(tx, [{ code: codeOf(rule.id), problems }], {
        now,
        id: platform.id,
        reminderMs: rule.quiet_minutes * 60_000,
        notify: (own, step) => queueStep(platform, own, { rule, channels, step }),
      })
    }
  })
}

/** Channels of a rule that are on. */
const channelsOf = (tx: Tx, rule: RuleRow) =>
  tx
    .selectFrom('notices.rule_channel')
    .innerJoin('notices.channel', 'notices.channel.id', 'notices.rule_channel.channel_id')
    .select('notices.channel.id')
    .where('rule_id', '=', rule.id)
    .where('active', '=', true)
    .orderBy('notices.channel.id')
    .execute()

interface Step {
  rule: RuleRow
  channels: { id: string }[]
  step: AlarmStep
}

/** Queues a step for each channel of its rule, unless it is too soon after the last one about the same subject. */
async function queueStep(platform: Platform, tx: Tx, { rule, channels, step }: Step) {
  if (channels.length === 0) return
  if (step.kind === 'cleared' ? !(await wasRaised(tx, step)) : await isTooSoon(platform, tx, rule, step)) return
  const { alarmId, kind, number, subject, text, since, clearedAt } = step
  const sentence = inEnglish(text)
  for (const { id: channelId } of channels)
    await queueSending(platform, tx, {
      key: `${alarmId}:${kind}:${number}:${channelId}`,
      channelId,
      step: kind,
      aboutId: alarmId,
      rule: { id: rule.id, subject },
      title: `${titles[kind]}: ${rule.name}`,
      content: {
        type: `notice.${kind}`,
        lines: [
          sentence,
          '',
          `Since: ${since.toISOString()}`,
          ...(clearedAt ? [`Over: ${clearedAt.toISOString()}`] : []),
        ],
        data: {
          ...{ rule: rule.name, kind: rule.kind, subject, sentence, code: text.code },
          ...{ since: since.toISOString(), cleared_at: clearedAt?.toISOString() ?? null },
        },
      },
    })
}

const titles = { raised: 'Notice', reminder: 'Notice continues', cleared: stepWords.cleared } as const

const wasRaised = async (tx: Tx, { alarmId }: AlarmStep) =>
  (await tx
    .selectFrom('notices.delivery')
    .select('id')
    .where('about_id', '=', alarmId)
    .where('step', '=', 'raised')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether the same subject was raised within the rule's quiet time, by an earlier, ended alarm. */
const isTooSoon = async ({ clock }: Platform, tx: Tx, rule: RuleRow, { alarmId, subject }: AlarmStep) =>
  (await tx
    .selectFrom('notices.delivery')
    .select('id')
    .where('rule_id', '=', rule.id)
    .where('subject', '=', subject)
    .where('about_id', '<>', alarmId)
    .where('step', 'in', ['raised', 'reminder'])
    .where('created_at', '>', new Date(clock.now().getTime() - rule.quiet_minutes * 60_000))
    .limit(1)
    .executeTakeFirst()) !== undefined
