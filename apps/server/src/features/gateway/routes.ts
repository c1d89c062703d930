import { gameHistory, launchGame, roundsDownload } from '@dhow/contract/catalog'
import { apiBase } from '@dhow/contract/operation'
import * as held from '@dhow/contract/held-wins'
import * as contract from '@dhow/contract/providers'
import { staffGameCalls } from '@dhow/contract/game-calls'
import { isDiskFull } from '@dhow/platform/disk-room'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { SignedCall } from '../../platform/http/signed-calls.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Adapter } from './adapter.ts'
import type { Gateway } from './index.ts'

const bodyLimitBytes = 16 * 1024

export function serveGateway(
  { portal, console }: { portal: Listener; console: Listener },
  gateway: Gateway,
  platform: Platform,
) {
  portal.serve(launchGame, async ({ params, body, session }) => ({
    ...done,
    ...(await gateway.launch(params.slug, session, body)),
    opened_at: platform.clock.now().toISOString(),
  }))
  portal.serve(gameHistory, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await gateway.history(session, query)),
  }))
  portal.serve(roundsDownload, async ({ session, query, reply }) => {
    attach(reply, 'dhow-rounds.json')
    const file = await gateway.roundsFile(session, query)
    return new Bytes('application/json; charset=utf-8', Buffer.from(JSON.stringify(file, null, 1)))
  })
  serveStaff(console, gateway)
  serveProviders(portal, gateway, platform)
}

function serveStaff({ serve }: Listener, { staff, heldWins }: Gateway) {
  serve(contract.staffProviders, async () => ({ ...done, providers: await staff.list() }))
  serve(contract.createProvider, async ({ body, staff: by }) => {
    await staff.create(by, body)
    return { ...done, waiting: true as const }
  })
  serve(contract.setProviderState, async ({ params, body, staff: by }) => ({
    ...done,
    provider: await staff.setState(by.operatorId, params.id, body.enabled, body.reason),
  }))
  serve(contract.addProviderKey, async ({ params, body, staff: by }) => {
    await staff.addKey(by, params.id, body)
    return { ...done, waiting: true as const }
  })
  serve(contract.setProviderCeilings, async ({ params, body, staff: by }) => {
    const waiting = await staff.setCeilings(by, params.id, body)
    return { ...done, provider: await staff.read(params.id), waiting }
  })
  serve(contract.endProviderKey, async ({ params, body, staff: by }) => ({
    ...done,
    provider: await staff.endKey(by.operatorId, params.id, body.key, body.reason),
  }))
  serve(contract.importGames, async ({ params, staff: by }) => ({
    ...done,
    report: await staff.import(by.operatorId, by.name, params.id),
  }))
  serve(contract.staffImports, async ({ params }) => ({ ...done, imports: await staff.imports(params.id) }))
  serve(held.staffHeldWins, async ({ query }) => ({ ...done, ...(await heldWins.list(query)) }))
  for (const [operation, outcome] of [
    [held.payHeldWin, 'paid'],
    [held.refuseHeldWin, 'refused'],
  ] as const)
    serve(operation, async ({ params, body, staff: by }) => ({
      ...done,
      waiting: await heldWins.decide(by, { winId: params.id, outcome, version: body.version }, body.reason),
    }))
  serve(staffGameCalls, async ({ query }) => ({ ...done, ...(await staff.calls(query)) }))
}

/** One route for each call of each protocol: `dhow/bet`, or `spribe/acme/withdraw` where the provider stands in the path. */
function serveProviders(portal: Listener, gateway: Gateway, platform: Platform) {
  for (const [name, adapter] of Object.entries(gateway.adapters)) {
    const { providerHeader } = adapter
    const base = `${name}${providerHeader === undefined ? '/:provider' : ''}`
    for (const call of adapter.calls)
      portal.serveSigned(`${apiBase}/gateway/`, `${base}/${call}`, {
        limitBytes: adapter.bodyLimits?.[call] ?? bodyLimitBytes,
        answer(asked) {
          const named = providerHeader === undefined ? asked.params['provider'] : asked.headers[providerHeader]
          return answerCall({ adapter, call, provider: String(named ?? '').slice(0, 60) }, asked, gateway, platform)
        },
      })
  }
}

async function answerCall(
  { adapter, call, provider }: { adapter: Adapter; call: string; provider: string },
  asked: SignedCall,
  gateway: Gateway,
  { clock, log }: Platform,
): Promise<{ status: number; json: string }> {
  const startedMs = clock.monotonicMs()
  const note = (code: string, about: { txId?: string; roundId?: string; playerId?: string }) =>
    gateway.calls.note({
      at: clock.now(),
      provider_code: provider,
      call,
      tx_id: about.txId ?? null,
      round_id: about.roundId ?? null,
      player_id: about.playerId ?? null,
      code,
      took_us: Math.round((clock.monotonicMs() - startedMs) * 1_000),
    })
  try {
    const { reply, about } = await gateway.answer(adapter, provider, { call, ...asked })
    for (const one of reply.parts ?? [{ code: reply.code, about }]) note(one.code, one.about)
    return { status: reply.status, json: JSON.stringify(reply.body) }
  } catch (error) {
    const known = isBusy(error) ? 'wallet_busy' : isDiskFull(error) ? 'storage_full' : undefined
    if (known !== undefined) {
      note(known, {})
      return { status: 503, json: JSON.stringify(adapter.unknown) }
    }
    log.error({ err: error, provider, call }, 'a provider’s call has an unknown outcome')
    note('unknown', {})
    return { status: 503, json: JSON.stringify(adapter.unknown) }
  }
}

/** Nothing was decided, and the provider may repeat the call: its player's wallet is locked. */
const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'busy'
