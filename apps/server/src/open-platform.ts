import { readVersion } from '@dhow/platform/settings'
import type { Clock } from '@dhow/platform/clock'
import { openDrain } from '@dhow/platform/drain'
import type { Log } from '@dhow/platform/log'
import { noMetrics, type Metrics } from '@dhow/platform/metrics'
import { noTracer, type Tracer } from '@dhow/platform/trace'
import type { Config } from './config.ts'
import { openBus } from './platform/bus.ts'
import { openWire, type Wire } from './platform/wire.ts'
import { openClockDifference } from './platform/clock-difference.ts'
import { containTimers } from './platform/contain.ts'
import type { Database } from './platform/db/index.ts'
import type { Faults } from './platform/faults.ts'
import type { FileStore } from './platform/files.ts'
import { openFolderStore } from './platform/folder-store.ts'
import { makeIds } from './platform/ids.ts'
import { openUploadGate } from './platform/upload-gate.ts'
import { openJobs } from './platform/jobs.ts'
import { openLive } from './platform/live.ts'
import { passwordCost, type PasswordCost } from './platform/password-cost.ts'
import type { Platform } from './platform/platform.ts'
import type { Random } from './platform/random.ts'
import { openS3Store } from './platform/s3-store.ts'

/** Puts the parts together; the process passes the real ones, a test world its own. */
export async function openPlatform(parts: {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Log
  /** Default: no metrics. */
  metrics?: Metrics | undefined
  /** Default: no traces. */
  tracer?: Tracer | undefined
  faults?: Faults | undefined
  /** Default: the wire of the settings. */
  wire?: Wire | undefined
  /** Default: the production cost. */
  passwordCost?: PasswordCost
  withoutJobs?: boolean
}): Promise<Platform> {
  const { config, db, random, log, faults } = parts
  const clock = containTimers(parts.clock, log)
  const id = makeIds(clock, random)
  const processId = id('proc')
  const bus = await openBus(parts.wire ?? openWire(config, clock, log), { clock, log, processId })
  return {
    config,
    db,
    clock,
    random,
    id,
    processId,
    log,
    metrics: parts.metrics ?? noMetrics,
    tracer: parts.tracer ?? noTracer,
    clockDifference: openClockDifference(),
    bus,
    live: openLive(bus, log),
    jobs: openJobs(clock, { areOff: parts.withoutJobs ?? false }),
    uploadGate: openUploadGate(clock),
    fileStore: openFileStore(config, clock, random),
    drain: openDrain(clock),
    passwordCost: parts.passwordCost ?? passwordCost,
    faults,
    build: versionOf(),
  }
}

/** The file store of the settings. */
export const openFileStore = ({ dataDir, s3 }: Config, clock: Clock, random: Random): FileStore =>
  s3 === undefined ? openFolderStore(dataDir, random) : openS3Store(s3, clock)

/** Version of this build. */
export const versionOf = (): string => readVersion(new URL('../package.json', import.meta.url))
