import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '../app.ts'
import { readConfig } from '../config.ts'
import { openPage, type Page } from './page.ts'
import { openPortalDouble, type PortalCall } from './portal-double.ts'

export const key = 'the key of the tests'
export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

/** A sandbox with its real listener, and a fake portal that records every call. */
export async function openTestSandbox() {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-sandbox-'))
  const portal = await openPortalDouble(replyOfPortal)
  const smtpPort = await freePort()
  const env = { SANDBOX_DATA_DIR: folder, SANDBOX_KEY: key, SANDBOX_PORTAL_URL: portal.origin, LOG_LEVEL: 'error' }
  const server = openSandbox({ ...readConfig(env), silenceMs: 20, slowMs: 1, smtpPort }, () => new Date())
  await server.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const pages: Page[] = []

  return {
    smtpPort,
    /** POST with a body, GET without. */
    async call(path: string, body?: object, headers: Record<string, string> = {}) {
      const answer = await fetch(origin + path, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      return { status: answer.status, text, json: isJson ? JSON.parse(text) : undefined }
    },
    async open(path: string): Promise<Page> {
      const page = await openPage(origin, path)
      pages.push(page)
      return page
    },
    /** Calls to the portal at paths with this ending. */
    callsTo: (end: string): PortalCall[] => portal.calls.filter(({ path }) => path.endsWith(end)),
    async close() {
      for (const page of pages) page.close()
      await server.close()
      await portal.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Finds a free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Answers of the portal: a wallet of 500.00 that accepts every stake, and one reported payment. */
function replyOfPortal({ path, body }: PortalCall): object | string {
  if (path.endsWith('/ussd')) return body.endsWith('text=') ? 'CON Dhow\n1 Balance' : 'END Balance: NAD 500.00'
  if (path.endsWith('/expected-payments')) {
    const paid = { id: 'dep_1', account: '2', currency: 'NAD', amount: '75.00', reference: 'EFT 75' }
    return { payments: [{ ...paid, reported_at: '2026-11-20T10:00:00Z' }] }
  }
  if (path.endsWith('/authenticate'))
    return { code: 'ok', balance: 50_000, currency: 'NAD', session: 's1', player: { id: 'ply_1', name: 'zoe' } }
  return { code: 'ok', balance: 50_000, currency: 'NAD' }
}
