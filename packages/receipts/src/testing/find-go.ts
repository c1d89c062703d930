import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of Debian's golang-golang-x-mod-dev with the sources of golang.org/x/mod. */
const sources = '/usr/share/gocode'

/** The Go command and the path of golang.org/x/mod; undefined if one is not installed. */
export function findGo(): { command: string; path: string } | undefined {
  if (!existsSync(join(sources, 'src/golang.org/x/mod/sumdb/tlog'))) return undefined
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' })
    return { command: 'go', path: sources }
  } catch {
    return undefined
  }
}
