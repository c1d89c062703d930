import { reports as words } from '../../shared/words/reports.ts'
import { fill } from '../../shared/format.ts'
import { dayText } from './period.ts'

/** Change against the previous period: `+12 %`. */
export function changeText(value: string, before: string): string {
  const [now, then] = [Number(value), Number(before)]
  if (now === then) return words.same
  if (then === 0) return words.noBefore
  const percent = Math.round(((now - then) / Math.abs(then)) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en')} %`
}

/** Sentence that names the previous period. */
export const againstText = ({ from, to }: { from: string; to: string }): string =>
  fill(from === to ? words.beforeDay : words.beforeDays, { from: dayText(from), to: dayText(to) })
