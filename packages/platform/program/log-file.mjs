// The log file of a program: a full disk loses lines and never ends the program.
import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** How often a write looks whether the file was renamed or removed. */
const lookEachMs = 1_000

/**
 * A log file that outlives a full disk and its own rotation: a write that fails is dropped and counted, the next one that succeeds writes the
 * count first, and a file that was renamed or removed is opened anew under its name.
 * @param {string} path
 */
export function openLogFile(path) {
  let file
  let lookedAtMs = 0
  let dropped = 0

  function open() {
    if (file !== undefined && Date.now() - lookedAtMs >= lookEachMs && isReplaced()) close()
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
    /** How many writes were dropped since the last that succeeded. */
    dropped: () => dropped,
    close,
  }
}

/** A line of its own, whatever a write that was cut short left before it. */
const droppedLine = (count) =>
  `\n${JSON.stringify({ level: 40, time: Date.now(), count, msg: 'writes to this log were dropped' })}\n`
