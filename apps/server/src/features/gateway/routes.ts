import { gameHistory, launchGame, playedRound, roundsDownload } from '@dhow/contract/catalog'
import * as held from '@dhow/contract/held-wins'
import * as contract from '@dhow/contract/providers'
import { staffGameCalls } from '@dhow/contract/game-calls'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Gateway } from './index.ts'

export function serveGateway(
  { portal, console }: { portal: Listener; console: Listener },
  gateway: Gateway,
  platform: Platform,
) {
  portal.serve(launchGame, async ({ params, body, session, country }) => ({
    ...done,
    ...(await gateway.launch(params.slug, session, { ...body, country })),
    opened_at: platform.clock.now().toISOString(),
  }))
  portal.serve(gameHistory, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await gateway.history(session, query)),
  }))
  portal.serve(playedRound, async ({ session, params }) => ({
    ...done,
    round: await gateway.round(session.playerId, params.provider, params.round),
  }))
  portal.serve(roundsDownload, async ({ session, query, reply }) => {
    attach(reply, 'dhow-rounds.json')
    const file = await gateway.roundsFile(session, query)
    return new Bytes('application/json; charset=utf-8', Buffer.from(JSON.stringify(file, null, 1)))
  })
  serveStaff(console, gateway)
  gateway.serveProviderCalls(portal)
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
