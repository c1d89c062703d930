import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Persistent append-only list: one JSON line for each entry. Skips a line truncated by a crash. */
export function openJournal<Entry>(path: string) {
  mkdirSync(dirname(path), { recursive: true })
  const entries: Entry[] = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(read) : []
  function read(line: string): Entry[] {
    try {
      return line === '' ? [] : [JSON.parse(line) as Entry]
    } catch {
      return []
    }
  }
  const shown: readonly Entry[] = entries
  return {
    entries: shown,
    add(entry: Entry) {
      appendFileSync(path, `${JSON.stringify(entry)}\n`)
      entries.push(entry)
    },
  }
}
