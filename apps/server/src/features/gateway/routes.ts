import type { FastifyInstance } from 'fastify'
import { gameHistory, launchGame, roundsDownload } from '@dhow/contract/catalog'
import { apiBase } from '@dhow/contract/operation'
import * as contract from '@dhow/contract/providers'
import { Bytes, done } from '../../platform/http/call.ts'
import type { Door } from '../../platform/http/door.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Adapter } from './adapter.ts'
import type { Gateway } from './index.ts'

const bodyLimitBytes = 16 * 1024

export async function serveGateway(
  { portal, console }: { portal: Door; console: Door },
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
    void reply.header('content-disposition', 'attachment; filename="dhow-rounds.json"')
    const file = await gateway.roundsFile(session, query)
    return new Bytes('application/json; charset=utf-8', Buffer.from(JSON.stringify(file, null, 1)))
  })
  serveStaff(console, gateway)
  await portal.fastify.register((scope) => serveProviders(scope, gateway, platform))
}

function serveStaff({ serve }: Door, { staff }: Gateway) {
  serve(contract.staffProviders, async () => ({ ...done, providers: await staff.list() }))
  serve(contract.createProvider, async ({ body, staff: by }) => ({
    ...done,
    ...(await staff.create(by.operatorId, body)),
  }))
  serve(contract.setProviderState, async ({ params, body, staff: by }) => ({
    ...done,
    provider: await staff.setState(by.operatorId, params.id, body.enabled, body.reason),
  }))
  serve(contract.addProviderKey, async ({ params, body, staff: by }) => ({
    ...done,
    ...(await staff.addKey(by.operatorId, params.id, body)),
  }))
  serve(contract.endProviderKey, async ({ params, body, staff: by }) => ({
    ...done,
    provider: await staff.endKey(by.operatorId, params.id, body.key, body.reason),
  }))
  serve(contract.importGames, async ({ params, staff: by }) => ({
    ...done,
    report: await staff.import(by.operatorId, by.name, params.id),
  }))
  serve(contract.staffImports, async ({ params }) => ({ ...done, imports: await staff.imports(params.id) }))
  serve(contract.staffGameCalls, async ({ query }) => ({ ...done, ...(await staff.calls(query)) }))
}

/** Providers' calls: signed over their raw bytes, so nothing may read the body before the adapter has. */
async function serveProviders(scope: FastifyInstance, gateway: Gateway, platform: Platform) {
  const limits = Object.values(gateway.adapters).flatMap((adapter) => Object.values(adapter.bodyLimits ?? {}))
  const limitBytes = Math.max(bodyLimitBytes, ...limits)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limitBytes }, (_request, body, done) =>
    done(null, body),
  )
  for (const [name, adapter] of Object.entries(gateway.adapters))
    for (const call of adapter.calls) serveCall(scope, { name, adapter, call }, gateway, platform)
}

function serveCall(
  scope: FastifyInstance,
  { name, adapter, call }: { name: string; adapter: Adapter; call: string },
  gateway: Gateway,
  { clock, log }: Platform,
) {
  const { providerHeader } = adapter
  scope.post<{ Params: { provider?: string } }>(
    `${apiBase}/gateway/${name}/${providerHeader === undefined ? ':provider/' : ''}${call}`,
    { bodyLimit: adapter.bodyLimits?.[call] ?? bodyLimitBytes, config: { rateLimit: false, readBy: 'programs' } },
    async (request, reply) => {
      const startedMs = clock.monotonicMs()
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const named = providerHeader === undefined ? request.params.provider : request.headers[providerHeader]
      const provider = String(named ?? '').slice(0, 60)
      reply.header('content-type', 'application/json; charset=utf-8')
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
        const { reply: answer, about } = await gateway.answer(adapter, provider, {
          call,
          path: request.url,
          headers: request.headers,
          rawBody,
        })
        for (const one of answer.parts ?? [{ code: answer.code, about }]) note(one.code, one.about)
        // What is sent is returned: a returned reply would be waited for once more, as a promise of its own end.
        reply.code(answer.status)
        return JSON.stringify(answer.body)
      } catch (error) {
        log.error({ err: error, provider, call }, 'a provider’s call has an unknown outcome')
        note('unknown', {})
        reply.code(503)
        return JSON.stringify(adapter.unknown)
      }
    },
  )
}
