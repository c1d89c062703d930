import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { connectionConfig, type DatabaseLimits } from './db/limits.ts'
import { openNatsWire } from './nats-wire.ts'
import { openNotifyWire } from './notify-wire.ts'

/** The end of a wire: what comes, and whether anything can come. */
export interface WireEnd {
  receive(payload: string): void
  /** From now on nothing comes. */
  lost(): void
  /** It comes again, or for the first time: what was sent meanwhile is missing. */
  restored(): void
}

/**
 * Carries payloads between the processes of one installation, each to all of them and to its sender too. A sender's payloads come in their
 * order; those that are sent while it is away are lost, and nothing is kept for later.
 */
export interface Wire {
  /** How long messages gather for one payload. */
  readonly gatherMs: number
  /** The most bytes of a payload. */
  readonly payloadBytes: number
  /** Carries payloads here from now on, also after it was away. Called once. @throws Error where a database in use cannot be reached */
  open(end: WireEnd): Promise<void>
  /** @throws Error where the payload is lost for certain; without one it may be lost too */
  send(payload: string): Promise<void>
  close(): Promise<void>
}

/** The wire of the settings: NATS where there is an address, else the database's own NOTIFY; none for a process that is alone by its nature. */
export function openWire(
  settings: {
    natsUrl: string | undefined
    databaseUrl: string | undefined
    databaseDirectUrl: string | undefined
    databaseLimits: DatabaseLimits
    secretKey: string
  },
  clock: Clock,
  log: Log,
): Wire | undefined {
  const { natsUrl, databaseUrl, databaseDirectUrl, databaseLimits, secretKey } = settings
  if (databaseUrl === undefined) return undefined
  if (natsUrl === undefined)
    return openNotifyWire(connectionConfig(databaseDirectUrl ?? databaseUrl, databaseLimits), clock, log)
  return openNatsWire({ url: natsUrl, installation: secretKey }, clock, log)
}
