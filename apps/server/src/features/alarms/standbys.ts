import { operatorText } from '@dhow/contract/operator-texts'
import type { Platform } from '../../platform/platform.ts'
import { readReplication, type Standby } from '../../platform/replication.ts'
import type { AlarmCheck } from './rules.ts'

/** The same as in the rule DhowStandbyFarBehind of deploy/observe/alerts.yml. */
const maxLagSeconds = 10
/** A standby that stopped replaying reports no growing time lag, but its lag in bytes grows. */
const maxBehindBytes = 64n * 1024n * 1024n

const isFarBehind = ({ lagSeconds, behindBytes }: Standby) => lagSeconds > maxLagSeconds || behindBytes > maxBehindBytes

/**
 * The database's primary and the lag of its standbys, and an alarm for one too far behind. The embedded engine has
 * none.
 */
export function openStandbys({ db }: Pick<Platform, 'db'>) {
  const check: AlarmCheck = {
    code: 'standby',
    async look() {
      const standbys = (await readReplication(db))?.standbys ?? []
      return standbys.filter(isFarBehind).map(({ name, lagSeconds, behindBytes }) => ({
        subject: name,
        text: operatorText('alarm_standby', {
          standby: name,
          seconds: String(Math.round(lagSeconds)),
          megabytes: String(behindBytes / 1_048_576n),
        }),
      }))
    },
  }
  return {
    check,
    /** For the Health screen; null for the embedded engine. */
    async read() {
      const found = await readReplication(db)
      if (!found) return null
      const { leader, startedAt, standbys, isWaiting, isHidden } = found
      return {
        leader,
        since: startedAt.toISOString(),
        writes_wait: isWaiting,
        hidden: isHidden,
        standbys: standbys.map((standby) => ({
          name: standby.name,
          synchronous: standby.isSynchronous,
          streaming: standby.isStreaming,
          lag_s: Math.round(standby.lagSeconds * 10) / 10,
          behind_bytes: Number(standby.behindBytes),
          ok: standby.isStreaming && !isFarBehind(standby),
        })),
      }
    },
  }
}
