import { operatorText } from '@dhow/contract/operator-texts'
import { statfs } from 'node:fs/promises'
import type { Platform } from '../../platform/platform.ts'
import { jobIsLate } from '../../platform/jobs.ts'
import { storeFault } from '../../platform/check-file-store.ts'
import type { AlarmCheck } from './rules.ts'

const mib = 1024 * 1024

/** Stopped jobs of this server: without a successful run for three intervals and a minute. */
export const jobsCheck = ({ jobs, clock }: Pick<Platform, 'jobs' | 'clock'>): AlarmCheck => ({
  code: 'job',
  look: () =>
    jobs
      .list()
      .filter((job) => jobIsLate(job, clock.now()))
      .map(({ name, failures }) => ({
        subject: name,
        text:
          failures > 0
            ? operatorText('alarm_job_fails', { job: name, failures: String(failures) })
            : operatorText('alarm_job_stopped', { job: name }),
      })),
})

/** Disk of the data folder. */
export const diskCheck = (folder: string, minFreeMib: number): AlarmCheck => ({
  code: 'disk',
  async look() {
    const { bavail, bsize } = await statfs(folder)
    const freeMib = Math.floor((bavail * bsize) / mib)
    return freeMib >= minFreeMib
      ? []
      : [{ subject: '', text: operatorText('alarm_disk', { free: String(freeMib), least: String(minFreeMib) }) }]
  },
})

/** A file store outside this machine that does not answer, or refuses: pictures cannot be sent or seen. */
export const filesCheck = (platform: Pick<Platform, 'fileStore' | 'log'>): AlarmCheck => ({
  code: 'files',
  async look() {
    const fault = await storeFault(platform)
    return fault ? [{ subject: '', text: fault }] : []
  },
})

/**
 * Signed calls and one-time passwords tolerate some seconds; a machine with synchronised time is off by milliseconds.
 */
const maxClockDifferenceMs = 1_000

/** Compares this machine's clock with the database's. */
export const clockCheck = ({ clockDifference }: Pick<Platform, 'clockDifference'>, machine: string): AlarmCheck => ({
  code: 'clock',
  look() {
    const aheadMs = clockDifference.aheadMs()
    if (aheadMs === undefined || Math.abs(aheadMs) <= maxClockDifferenceMs) return []
    const seconds = String(Math.round(Math.abs(aheadMs) / 100) / 10)
    return [
      { subject: machine, text: operatorText('alarm_clock', { seconds, side: aheadMs > 0 ? 'ahead' : 'behind' }) },
    ]
  },
})
