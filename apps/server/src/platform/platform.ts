import type { Clock } from '@dhow/platform/clock'
import type { Drain } from '@dhow/platform/drain'
import type { Log } from '@dhow/platform/log'
import type { Metrics } from '@dhow/platform/metrics'
import type { Tracer } from '@dhow/platform/trace'
import type { Config } from '../config.ts'
import type { Bus } from './bus.ts'
import type { ClockDifference } from './clock-difference.ts'
import type { Database } from './db/index.ts'
import type { Faults } from './faults.ts'
import type { FileStore } from './files.ts'
import type { MakeId } from './ids.ts'
import type { UploadGate } from './upload-gate.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { PasswordCost } from './password-cost.ts'
import type { Random } from './random.ts'

/** Parts that every feature may use; none knows anything of the business. */
export interface Platform {
  config: Config
  db: Database
  clock: Clock
  random: Random
  id: MakeId
  /** Identifies this process among those that share the database. */
  processId: string
  log: Log
  metrics: Metrics
  tracer: Tracer
  clockDifference: ClockDifference
  bus: Bus
  live: Live
  jobs: Jobs
  uploadGate: UploadGate
  /** Store of screenshots and pictures: the data folder, or a bucket. */
  fileStore: FileStore
  /** Requests under way, and whether this process is shutting down. */
  drain: Drain
  passwordCost: PasswordCost
  /** Set only for fault tests. */
  faults?: Faults | undefined
  /** Identifies this program's build in replies and on the health page. */
  build: string
}
