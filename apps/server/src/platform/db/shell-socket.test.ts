import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { silentLog } from '@dhow/platform/log'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../test/engines.ts'
import { serveShell, shellSocket } from './shell-socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'dhow-shell-'))
const path = join(folder, shellSocket)
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let close: () => void
beforeAll(async () => {
  opened = await openTestDatabase(silentLog)
  close = serveShell(opened.db, folder, silentLog)
  await vi.waitFor(() => statSync(path))
})
afterAll(async () => {
  close()
  await opened.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends statements to the socket and returns their answers in order. */
async function answersTo(statements: string[]) {
  const socket = createConnection(path)
  const answers: unknown[] = []
  for (const statement of statements) socket.write(JSON.stringify(statement) + '\n')
  for await (const line of createInterface({ input: socket })) {
    answers.push(JSON.parse(line))
    if (answers.length === statements.length) break
  }
  socket.destroy()
  return answers
}

it('the database shell answers with rows or an error, and goes on after an error', async () => {
  const answers = await answersTo([
    `select 9007199254740993::bigint as number, 'text' as text`,
    'select nonsense',
    `delete from ledger.posting`,
    'set role none',
    'select current_user as role',
  ])
  expect(answers).toEqual([
    { rows: [{ number: '9007199254740993', text: 'text' }] },
    { error: 'column "nonsense" does not exist' },
    { error: 'permission denied for table posting' },
    { rows: [] },
    { rows: [{ role: 'dhow_app' }] },
  ])
})

it('only the server’s user may open the socket of the database shell', () => {
  expect(statSync(path).mode & 0o077).toBe(0)
})
