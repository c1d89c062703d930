import type { Clock } from '@dhow/platform/clock'
import { operatorText } from '@dhow/contract/operator-texts'
import type { AlarmCheck } from './rules.ts'

const dayMs = 86_400_000
const readEachMs = 3_600_000
/** Renewals are due a month before expiry: with two weeks left, several have failed. */
const warnDays = 14

/** Certificates of our public addresses: read each hour, with an alarm from two weeks before expiry. */
export function openCertificates(clock: Pick<Clock, 'now'>, origins: readonly string[], read: ReadCertificate) {
  const secure = [...new Set(origins)].filter((origin) => origin.startsWith('https:'))
  const ends = new Map<string, Date>()
  let readAtMs: number | undefined

  async function refresh() {
    const nowMs = clock.now().getTime()
    if (readAtMs !== undefined && nowMs - readAtMs < readEachMs) return
    readAtMs = nowMs
    await Promise.all(
      secure.map(async (origin) => {
        // Keep the last value if an address does not answer now: that raises another alarm.
        const end = await read(origin).catch(() => undefined)
        if (end) ends.set(new URL(origin).host, end)
      }),
    )
  }
  const days = () =>
    [...ends].map(([host, end]) => ({ host, days: Math.floor((end.getTime() - clock.now().getTime()) / dayMs) }))

  const check: AlarmCheck = {
    code: 'certificate',
    async look() {
      await refresh()
      return days()
        .filter((one) => one.days < warnDays)
        .map((one) => ({
          subject: one.host,
          text:
            one.days < 0
              ? operatorText('alarm_certificate_ended', { host: one.host })
              : operatorText('alarm_certificate', { host: one.host, days: String(one.days) }),
        }))
    },
  }
  return { check, days }
}

/** Reads when the certificate of an `https:` origin expires. */
export type ReadCertificate = (origin: string) => Promise<Date>
