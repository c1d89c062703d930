import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '../../../sandbox/src/app.ts'
import { readConfig } from '../../../sandbox/src/config.ts'
import { sandboxCalls, sandboxKey } from '../sandbox.ts'
import type { Scheduler } from './scheduler.ts'

const origin = 'http://sandbox.invalid'
/** Text messages sent here are accepted and discarded. */
const smsUrl = 'http://sms.invalid/'

/** Outside services: the sandbox's issuer, payment services and bank, in this process and without a socket. */
export function openOutside(scheduler: Scheduler, now: () => Date) {
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-sandbox-'))
  const config = readConfig({
    SANDBOX_KEY: sandboxKey,
    SANDBOX_ORIGIN: origin,
    SANDBOX_DATA_DIR: dataDir,
    SANDBOX_PORTAL_URL: 'http://portal.invalid',
    SANDBOX_SILENCE_MS: '1',
    SANDBOX_SLOW_MS: '1',
  })
  const fastify = openSandbox(config, now)
  /** Calls it outside any server. */
  const ask = (target: string, init: RequestInit = {}) =>
    scheduler.actors.exit(async () => {
      const { pathname, search } = new URL(target)
      const answer = await fastify.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(init.body === undefined || init.body === null ? {} : { payload: String(init.body) }),
      })
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
      return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
    })

  return {
    settings: { SANDBOX_ORIGIN: origin, SANDBOX_KEY: sandboxKey, SMS_URL: smsUrl },
    sandbox: sandboxCalls(origin, ask),
    /**
     * Makes each call of a server to an outside service a step, whose request or answer may be lost. Returns a function
     * that undoes it.
     */
    hold(): () => void {
      const real = globalThis.fetch
      globalThis.fetch = async (target, init) => {
        const actor = scheduler.actors.getStore()
        const url = target instanceof Request ? target.url : String(target)
        if (url.startsWith(smsUrl)) return new Response('{}', { status: 200 })
        if (!url.startsWith(origin)) return real(target, init)
        if (actor === undefined) return ask(url, init)
        const label = `${init?.method ?? 'GET'} ${new URL(url).pathname}`
        return scheduler.hold({ actor, kind: 'service', label, writes: false, commits: true }, async (fault) => {
          if (fault === 'connection-lost') throw new Error('the service was not reached')
          const answer = await scheduler.awaitOutside(ask(url, init))
          if (fault === 'answer-lost') throw new Error('the answer of the service was lost')
          return answer
        })
      }
      return () => void (globalThis.fetch = real)
    },
    async close() {
      await fastify.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
