import type { FastifyInstance } from 'fastify'
import { gameHistory, launchGame } from '@dhow/contract/catalog'
import { apiBase } from '@dhow/contract/operation'
import { done } from '../../platform/http/call.ts'
import type { Door } from '../../platform/http/door.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Gateway } from './index.ts'

const bodyLimitBytes = 16 * 1024
/** A call of many wins carries a hundred bodies. */
const groupLimitBytes = 96 * 1024
const houseCalls = ['authenticate', 'balance', 'bet', 'win', 'wins', 'betwin', 'rollback', 'end-round']

export async function serveGateway({ portal }: { portal: Door }, gateway: Gateway, platform: Platform) {
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
  await portal.fastify.register((scope) => serveHouse(scope, gateway, platform))
}

/** Providers' calls: signed over their raw bytes, so nothing may read the body before the adapter has. */
async function serveHouse(scope: FastifyInstance, gateway: Gateway, { clock, log }: Platform) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: groupLimitBytes }, (_request, body, done) =>
    done(null, body),
  )
  for (const call of houseCalls) {
    scope.post(
      `${apiBase}/gateway/house/${call}`,
      {
        bodyLimit: call === 'wins' ? groupLimitBytes : bodyLimitBytes,
        config: { rateLimit: false, forPrograms: true },
      },
      async (request, reply) => {
        const startedMs = clock.monotonicMs()
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        reply.header('content-type', 'application/json; charset=utf-8')
        try {
          const {
            status,
            reply: answer,
            about,
            parts,
          } = await gateway.house({ call, headers: request.headers, rawBody })
          for (const one of parts ?? [{ about, code: answer.code }])
            gateway.calls.note({
              at: clock.now(),
              provider_code: about.provider,
              call,
              tx_id: one.about.txId ?? null,
              round_id: one.about.roundId ?? null,
              player_id: one.about.playerId ?? null,
              code: one.code,
              took_us: Math.round((clock.monotonicMs() - startedMs) * 1_000),
            })
          return reply.code(status).send(JSON.stringify(answer))
        } catch (error) {
          log.error({ err: error, call }, 'a provider’s call has an unknown outcome')
          return reply
            .code(503)
            .send('{"code":"unknown","message":"Unknown outcome: repeat the call or roll it back."}')
        }
      },
    )
  }
}
