import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Config } from '../config.ts'
import type { Bus } from './bus.ts'
import type { Database } from './db/index.ts'
import type { Faults } from './faults.ts'
import type { MakeId } from './ids.ts'
import type { UploadGate } from './upload-gate.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { PasswordCost } from './password-cost.ts'
import type { Random } from './random.ts'

/** The parts that every feature may use; none of them knows a word of the business. */
export interface Platform {
  config: Config
  db: Database
  clock: Clock
  random: Random
  id: MakeId
  log: Log
  bus: Bus
  live: Live
  jobs: Jobs
  uploadGate: UploadGate
  passwordCost: PasswordCost
  /** Only where a test asked for them. */
  faults?: Faults | undefined
  /** Names this program's build in replies and on the health page. */
  build: string
}
