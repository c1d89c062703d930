import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { connectionConfig, type DatabaseLimits } from './db/limits.ts'
import { openNatsWire } from './nats-wire.ts'
import { openNotifyWire } from './notify-wire.ts'

/** End of a wire: receives payloads and changes of the connection. */
export interface WireEnd {
  receive(payload: string): void
  /** From now on nothing is received. */
  lost(): void
  /** Receiving works, again or for the first time; payloads sent meanwhile are lost. */
  restored(): void
}

/**
 * Carries payloads between the processes of one installation, each to all of them and to its sender. Payloads of a
 * sender keep their order; those sent during an outage are lost, and nothing is kept for later.
 */
export interface Wire {
  /** How long messages are gathered for one payload. */
  readonly gatherMs: number
  /** Largest payload in bytes. */
  readonly payloadBytes: number
  /**
   * Receives payloads from now on, also after an outage. Call it once. @throws Error if a database in use cannot be
   * reached
   */
  open(end: WireEnd): Promise<void>
  /** @throws Error if the payload is certainly lost; it may be lost without an error too */
  send(payload: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the wire of the settings: NATS if it has an address, else the database's NOTIFY; none for a process that is
 * always alone.
 */
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
