// Log file of a program: a full disk loses lines but never ends the program.
import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** How often a write checks whether the file was renamed or removed. */
const checkIntervalMs = 1_000

/**
 * Log file that survives a full disk and log rotation: drops and counts failed writes, writes the count before the next successful one, and reopens
 * a file that was renamed or removed.
 * @param {string} path
 */
export function openLogFile(path) {
  let file
  let lookedAtMs = 0
  let dropped = 0

  function open() {
    if (file !== undefined && Date.now() - lookedAtMs >= checkIntervalMs && isReplaced()) close()
    if (file !== undefined) return
    mkdirSync(dirname(path), { recursive: true })
    file = openSync(path, 'a')
    lookedAtMs = Date.now()
  }

  function isReplaced() {
    lookedAtMs = Date.now()
    const there = statSync(path, { throwIfNoEntry: false })
    const own = fstatSync(file)
    return there?.ino !== own.ino || there.dev !== own.dev
  }

  function close() {
    if (file !== undefined) closeSync(file)
    file = undefined
  }

  return {
    /** Appends a part; never throws. @param {string | Buffer} part */
    write(part) {
      try {
        open()
        const note = dropped === 0 ? '' : droppedLine(dropped)
        const bytes = Buffer.concat([Buffer.from(note), Buffer.from(part)])
        if (writeSync(file, bytes) < bytes.length) throw new Error('only a part was written')
        dropped = 0
      } catch {
        dropped++
      }
    },
    /** Writes dropped since the last success. */
    dropped: () => dropped,
    close,
  }
}

/** Starts with a line break, in case a truncated write is before it. */
const droppedLine = (count) =>
  `\n${JSON.stringify({ level: 40, time: Date.now(), count, msg: 'writes to this log were dropped' })}\n`
