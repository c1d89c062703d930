import { pino, type Logger } from 'pino'

/** A program's log: one JSON line an entry, on standard output. */
export type Log = Logger

/**
 * Opens the log of a program.
 * @param level entries below it are not written: `debug`, `info`, `warn`, `error`, `fatal`, or `silent` for none at all
 * @param secrets paths of values that are replaced before an entry is written, such as `token` and `*.token`
 * @param base stands in every entry; without it the number of the process and the name of the machine
 * @param fields gives further fields of each entry, such as the id of the trace that it belongs to
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

/** Writes nothing: for tests and tools. */
export const silentLog: Log = pino({ level: 'silent' })
