import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { openWorld, type World } from './world.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const sandboxKey = 'the key between server and sandbox in the tests'

export interface MadeVoucher {
  pin: string
  amount: string
}
export interface SandboxOrder {
  order_id: string
  status: string
  amount: string | null
  custom_transaction_id: string
}
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Settings of a world that uses the sandbox on this port. */
export const sandboxSettings = (port: number) => ({
  SANDBOX_ORIGIN: `http://127.0.0.1:${port}`,
  SANDBOX_KEY: sandboxKey,
  SERVICE_TIMEOUT_MS: '2000',
})

/**
 * A world whose voucher issuer and payment service are the sandbox's real program, which calls the world's portal over
 * HTTP.
 */
export async function openWorldWithSandbox(
  open: (env: Record<string, string>) => Promise<World> = openWorld,
  /** Also its mail server, which needs another port. */
  { hasMail = false }: { hasMail?: boolean } = {},
): Promise<{ world: World; sandbox: Sandbox; close(): Promise<void> }> {
  const port = await freePort()
  const mail: Record<string, string> = hasMail ? { SANDBOX_SMTP_PORT: String(await freePort()) } : {}
  const world = await open({ ...sandboxSettings(port), ...mail })
  const { fastify } = world.app.portal
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const sandbox = await startSandbox(port, `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`, mail)
  return {
    world,
    sandbox,
    async close() {
      await sandbox.stop()
      await world.close()
    },
  }
}

async function startSandbox(port: number, portalUrl: string, more: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-sandbox-'))
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [`${root}apps/sandbox/dist/program.js`], {
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(port),
      SANDBOX_ORIGIN: origin,
      SANDBOX_KEY: sandboxKey,
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_PORTAL_URL: portalUrl,
      // After this time the connection closes without an answer; `leaveUnanswered` keeps one open.
      SANDBOX_SILENCE_MS: '50',
      SANDBOX_SLOW_MS: '200',
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isUp = () =>
    fetch(`${origin}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('the sandbox exited before it was ready')
    await setTimeout(20)
  }
  return {
    ...sandboxCalls(origin, (url, init) => fetch(url, init)),
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test's calls to the sandbox: creates vouchers, pays orders, and reads the services' state. */
export function sandboxCalls(origin: string, ask: (url: string, init?: RequestInit) => Promise<Response>) {
  const call = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const answer = await ask(origin + path, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  return {
    origin,
    voucher: (behaviour = 'good', amount = '150.00') => call<MadeVoucher>('/issuer/vouchers', { behaviour, amount }),
    vouchers: () =>
      call<(MadeVoucher & { redemption: { external_reference: string; reference: string } | null })[]>(
        '/issuer/vouchers',
      ),
    order: (id: string) => call<SandboxOrder>(`/payments/orders/${id}`),
    orders: () => call<SandboxOrder[]>('/payments/orders'),
    setOutcome: (id: string, outcome: string, more: { amount?: string; after_ms?: number; signed_at?: number } = {}) =>
      call<{ postbacks: (number | null)[] }>(`/payments/orders/${id}/outcome`, { outcome, ...more }),
    /** Pays to one of the operator's accounts, as a player would. */
    transfer: (transfer: { account: string; amount: string; [more: string]: string }) =>
      call<{ id: string }>('/bank/transfers', transfer),
    /** Whether players have paid what they report. */
    playersPay: (pay: 'as_reported' | 'nothing') => call('/bank/players', { pay }),
    statement: async (account: string, format: 'csv' | 'ofx' | 'mt940' | 'camt053') =>
      Buffer.from(await (await ask(`${origin}/bank/accounts/${account}/statement?format=${format}`)).arrayBuffer()),
    payoutsAre: (behaviour: string) => call('/bank/payouts/behaviour', { behaviour }),
    payouts: () => call<{ external_reference: string; status: string; amount: string }[]>('/bank/payouts'),
  }
}

/**
 * Leaves calls to addresses with this suffix unanswered on an open connection, until the returned function is called.
 */
export function leaveUnanswered(end: string): () => void {
  const real = globalThis.fetch
  globalThis.fetch = (url, init) =>
    String(url).endsWith(end)
      ? new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('given up'))))
      : real(url, init)
  return () => void (globalThis.fetch = real)
}

/** Polls until the answer is as expected, for at least twenty seconds. */
export async function eventually<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const seen = await look()
    if (isThere(seen)) return seen
    // Polling without a pause would take processor time from the awaited work.
    await setTimeout(5)
    if (tries > 4_000) throw new Error(`it never came: ${JSON.stringify(seen)}`)
  }
}
