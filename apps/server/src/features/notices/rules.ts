import { formatDecimal } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Problem } from '../alarms/index.ts'
import type { Watched } from './parts.ts'
import type { RuleRow } from './tables.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Also reports a large withdrawal that was decided at once. */
const justRequestedMs = 2 * minuteMs

/** Alarm code of a rule. */
export const codeOf = (ruleId: string) => `rule.${ruleId}`

/** Current problems by kind of rule. */
const looks: Record<RuleRow['kind'], (watched: Watched, rule: RuleRow, now: Date) => Promise<Problem[]>> = {
  async queue(watched, { queue, minutes }, now) {
    if (queue === null || minutes === null) return []
    const { count, oldest } = await watched.queue(queue)
    const waits = oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / minuteMs)
    if (oldest === null || waits < minutes) return []
    const params = { queue, count: String(count), minutes: String(waits) }
    return [{ subject: '', text: operatorText('notice_queue', params) }]
  },
  async books(watched) {
    const open = await watched.alarms()
    return open.flatMap(({ code, text }) => (code === 'books' || code === 'audit' ? [{ subject: code, text }] : []))
  },
  async provider(watched) {
    const open = await watched.alarms()
    const down = watched.providersDown().map((provider) => ({
      subject: `${provider}:down`,
      text: operatorText('notice_provider_down', { provider }),
    }))
    return [...down, ...open.flatMap(({ code, id, text }) => (code === 'provider' ? [{ subject: id, text }] : []))]
  },
  async withdrawal(watched, { market, amount_minor: leastMinor }, now) {
    if (market === null || leastMinor === null) return []
    const since = new Date(now.getTime() - justRequestedMs)
    const found = await watched.withdrawals({ market, leastMinor, since })
    return found.map(({ id, amountMinor, currency }) => ({
      subject: id,
      text: operatorText('notice_withdrawal', { withdrawal: id, amount: formatDecimal(amountMinor), currency }),
    }))
  },
  async complaint(watched, { hours }, now) {
    if (hours === null) return []
    const found = await watched.complaints(new Date(now.getTime() - hours * hourMs))
    return found.map(({ number, caseId, openedAt }) => {
      const open = String(Math.floor((now.getTime() - openedAt.getTime()) / hourMs))
      return { subject: caseId, text: operatorText('notice_complaint', { number, hours: open }) }
    })
  },
}

/** Current problems of a rule, in the order of writing. */
export async function findProblems(watched: Watched, rule: RuleRow, now: Date): Promise<Problem[]> {
  const found = await looks[rule.kind](watched, rule, now)
  return found.toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
}
