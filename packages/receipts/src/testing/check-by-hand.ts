import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/concepts/check-by-hand.md'), 'utf8')

/** Commands and outputs in check-by-hand.md, in order. */
export const blocks = [...page.matchAll(/```(sh|text)\n([^]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }))
export const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)

/** True if the page's tools are installed: OpenSSL 3, GNU date and od. */
export const hasTools =
  spawnSync('bash', ['-c', 'date -u -d @0 +%F && od --endian=big < /dev/null && openssl version | grep "OpenSSL 3"'])
    .status === 0

/** Runs the page's commands on a folder's files, by default the sample; returns each output, and stderr. */
export function runPage(files?: string): { outputs: string[]; stderr: string } {
  const work = mkdtempSync(join(tmpdir(), 'dhow-check-by-hand-'))
  const { stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail'], {
    cwd: root,
    input: commands.map((command) => `${command}\necho ----\n`).join(''),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', work, ...(files === undefined ? {} : { files }) },
  })
  rmSync(work, { recursive: true })
  return { outputs: stdout.split('----\n').slice(0, -1), stderr }
}
