import { pino, type Logger } from 'pino'

/** A program's log: one JSON line an entry, on standard output. */
export type Log = Logger

/**
 * Opens the log of a program.
 * @param level lowest level written: `debug`, `info`, `warn`, `error`, `fatal`, or `silent` for none at all
 * @param secrets paths of values to redact, such as `token` and `*.token`
 * @param base fields of every entry; default: pid and host name
 * @param fields returns further fields of each entry, such as its trace id
 */
export function openLog(
  level: string,
  secrets: readonly string[],
  base?: Record<string, string>,
  fields?: () => object,
): Log {
  return pino({
    level,
    redact: { paths: [...secrets], censor: '[removed]' },
    ...(base ? { base } : {}),
    ...(fields ? { mixin: fields } : {}),
  })
}

/** Log that writes nothing, for tests and tools. */
export const silentLog: Log = pino({ level: 'silent' })
