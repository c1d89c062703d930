import { hostname } from 'node:os'
import { keysOf } from '@dhow/contract/keys-of'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { openChannels } from './channels.ts'
import { readCertificateEnd } from '../../platform/read-certificate.ts'
import { openCertificates } from './certificates.ts'
import { clockCheck, diskCheck, filesCheck, jobsCheck } from './checks.ts'
import { listAlarms, listOpenAlarms } from './list-alarms.ts'
import { planNotices } from './plan-notices.ts'
import { recordProblems, type Seen } from './record-problems.ts'
import { checkIntervalMs, pausedAfterMs, type AlarmCheck } from './rules.ts'
import { openStandbys } from './standbys.ts'
import { openUpkeep } from './upkeep.ts'
import { sendNotices } from './send-notices.ts'
import { waitingNotices } from './waiting-notices.ts'

export { stepWords } from './channels.ts'
export { openMailer, type Mail } from './mailer.ts'
export { recordProblems, type AlarmStep, type Seen } from './record-problems.ts'
export { endProblems, listRaised, countRaised } from './raised.ts'
export {
  giveUpAfterMs,
  leaseMs,
  checkIntervalMs,
  retryAfterMs,
  timeoutMs,
  type AlarmCheck,
  type Problem,
} from './rules.ts'
export { noteUpkeep } from './upkeep.ts'

export type Alarms = ReturnType<typeof openAlarms>

/**
 * Alarms: each server runs the checks at intervals, and one webhook and one e-mail for all servers go out when
 * something breaks, with reminders while it lasts and an all-clear at the end.
 */
export function openAlarms(platform: Platform, featureChecks: readonly AlarmCheck[]) {
  const { db, clock, id, config, log } = platform
  const senders = openChannels(platform)
  const channels = keysOf(senders)
  const jobs = jobsCheck(platform)
  const { portal, console: consoleOrigin, studio } = config.origins
  const certificates = openCertificates(clock, [portal, consoleOrigin, studio], readCertificateEnd)
  const upkeep = openUpkeep(platform)
  const standbys = openStandbys(platform)
  const checks = [
    ...featureChecks,
    diskCheck(config.dataDir, config.alarms.diskFreeMib),
    clockCheck(platform, hostname()),
    filesCheck(platform),
    certificates.check,
    upkeep.check,
    standbys.check,
  ]
  let latest: Seen[] = []
  let lookedAtMs: number | undefined

  /** Current problems of each check, except checks without a result. */
  async function look(all: readonly AlarmCheck[]): Promise<Seen[]> {
    const seen = await Promise.all(
      all.map(async ({ code, look: ask }) => {
        try {
          return { code, problems: await ask() }
        } catch (error) {
          log.warn({ err: error, check: code }, 'a check of the alarms failed')
          return { code, problems: undefined }
        }
      }),
    )
    return seen.flatMap(({ code, problems }) => (problems ? [{ code, problems }] : []))
  }

  async function run() {
    const nowMs = clock.now().getTime()
    const wasPaused = lookedAtMs !== undefined && Math.abs(nowMs - lookedAtMs) > pausedAfterMs
    lookedAtMs = nowMs
    latest = await look(wasPaused ? checks : [...checks, jobs])
    const { reminderMs } = config.alarms
    const now = clock.now()
    const notify = planNotices({ now, id, channels })
    await db.transaction((tx) => recordProblems(tx, latest, { now, id, reminderMs, notify }))
    await sendNotices(platform, senders)
  }
  const stop = every(platform, 'alarms', checkIntervalMs, run)

  return {
    /** Checks, records and sends now. */
    run,

    /** Problems of this server at its last check, and of its jobs now. */
    async problems() {
      const fresh = await look([jobs])
      return [...latest.filter(({ code }) => code !== jobs.code), ...fresh].flatMap(({ code, problems }) =>
        problems.map((problem) => ({ code, ...problem })),
      )
    },

    list: () => listAlarms(platform),
    listOpen: () => listOpenAlarms(platform),

    /** Days until the certificate of each public address expires, as last read. */
    certificates: certificates.days,

    /** Last backup and last restore drill, as recorded. */
    upkeep: upkeep.list,

    /** The database's primary and the lag of its standbys; null for the embedded engine. */
    replication: standbys.read,

    waitingNotices: () => waitingNotices(platform),

    close: stop,
  }
}
