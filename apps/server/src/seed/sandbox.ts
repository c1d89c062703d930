import { fieldsOf } from '@dhow/contract/records'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wait, type Clock } from '@dhow/platform/clock'
import type { Config } from '../config.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Starts the sandbox's own program, for vouchers, payment services and bank lines. Its unanswering services time out
 * soon.
 */
export async function startSandbox({ config, clock }: { config: Config; clock: Clock }, portal: string) {
  const origin = config.origins.sandbox
  const child = spawn(process.execPath, [join(root, 'apps/sandbox/dist/program.js')], {
    env: {
      HOST: config.host,
      SANDBOX_PORT: new URL(origin).port,
      SANDBOX_ORIGIN: origin,
      SANDBOX_DATA_DIR: join(config.dataDir, 'sandbox'),
      SANDBOX_KEY: config.sandboxKey,
      SANDBOX_PORTAL_URL: portal,
      PORTAL_ORIGIN: config.origins.portal,
      SANDBOX_SILENCE_MS: '50',
      SANDBOX_SLOW_MS: '200',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const isUp = () =>
    fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('The sandbox exited before it was ready.')
    await wait(clock, 20)
  }
  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`)
    return String(fieldsOf(await answer.json())['pin'])
  }
  return {
    voucher: async (behaviour: string, amount: string) => post('/issuer/vouchers', { behaviour, amount }),
    /** Redeems a voucher of the kind `lost` at another shop: its issuer answers only a second try. */
    async redeemElsewhere(pin: string) {
      const asked = { pin, external_reference: `elsewhere-${pin}` }
      const key = { authorization: `Bearer ${config.sandboxKey}` }
      await post('/issuer/redemptions', asked, key).catch(() => post('/issuer/redemptions', asked, key))
    },
    /** Does what a player does on a payment service's page. */
    endAtPage: (orderId: string, outcome: string) =>
      post(`/payments/orders/${orderId}/outcome`, { outcome, after_ms: 0 }),
    /** Books a transfer on one of the operator's accounts. */
    transfer: (booking: { account: string; amount: string; reference?: string; payer?: string; currency?: string }) =>
      post('/bank/transfers', booking),
    /** Whether the sandbox's players have paid what they report. */
    playersPay: (pay: 'as_reported' | 'nothing') => post('/bank/players', { pay }),
    payoutsAre: (behaviour: string) => post('/bank/payouts/behaviour', { behaviour }),
    statement: async (account: string) =>
      new Blob([await (await fetch(`${origin}/bank/accounts/${account}/statement?format=camt053`)).arrayBuffer()]),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
