import type { Clock } from '@dhow/platform/clock'
import type { Drain } from '@dhow/platform/drain'
import type { Log } from '@dhow/platform/log'
import type { Metrics } from '@dhow/platform/metrics'
import type { Tracer } from '@dhow/platform/trace'
import type { Config } from '../../config.ts'
import type { Faults } from '../faults.ts'
import type { UploadGate } from '../upload-gate.ts'
import type { Guards } from './call.ts'
import type { CountryOf } from './country.ts'
import type { PlayerTurns } from './player-turns.ts'
import type { ProxyWatch } from './proxy-watch.ts'

/** Parts of a listener. */
export interface ListenerParts {
  name: 'portal' | 'console'
  clock: Pick<Clock, 'monotonicMs'>
  config: Config
  log: Log
  metrics: Metrics
  tracer: Tracer
  faults?: Faults | undefined
  uploadGate: UploadGate
  drain: Drain
  turns: PlayerTurns
  proxies: ProxyWatch
  guards: Guards
  countryOf: CountryOf
  /** Whether the operation at a path is served; default: all are. */
  isServed?: ((path: string) => boolean) | undefined
}
