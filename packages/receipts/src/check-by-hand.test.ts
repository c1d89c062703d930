import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/concepts/check-by-hand.md'), 'utf8')
const blocks = [...page.matchAll(/```(sh|text)\n([^]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }))
const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
const outputs = blocks.filter(({ kind }) => kind === 'text').map(({ text }) => text)
/** Tools of the page in the versions that it asks for: OpenSSL 3, GNU date and od. */
const hasTools =
  spawnSync('bash', ['-c', 'date -u -d @0 +%F && od --endian=big < /dev/null && openssl version | grep "OpenSSL 3"'])
    .status === 0

it('the page for sceptics has a result behind each of its commands', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual(commands.flatMap(() => ['sh', 'text']))
  expect(commands.length).toBe(11)
})

it.skipIf(!hasTools)('the commands of check-by-hand.md print what the page shows', () => {
  const work = mkdtempSync(join(tmpdir(), 'dhow-check-by-hand-'))
  const script = commands.map((command) => `${command}\necho ----\n`).join('')
  const { stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail'], {
    ...{ cwd: root, input: script, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', work },
  })
  rmSync(work, { recursive: true })
  expect(stderr).toBe('')
  expect(stdout.split('----\n').slice(0, -1)).toEqual(outputs)
})
