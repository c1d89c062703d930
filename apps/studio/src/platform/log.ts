import { pino } from 'pino'

/** The studio's log: one JSON line an event. Tokens, keys and seeds never stand in it. */
export interface Log {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export const openLog = (level: string): Log =>
  pino({ level, base: { program: 'studio' }, redact: ['token', 'session', 'resume', 'key', 'seed', 'hash'] })

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
