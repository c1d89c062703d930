import type { DhowRules } from '@dhow/contract/gateway'
import type { Currency } from '@dhow/contract/money'
import { apiBase } from '@dhow/contract/operation'
import { isDiskFull } from '@dhow/platform/disk-room'
import type { CallTrace, MeasurePart } from '@dhow/platform/trace'
import type { Listener } from '../../platform/http/listener.ts'
import type { SignedCall } from '../../platform/http/signed-calls.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Commitment } from '../receipts/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { About, Adapter, WalletPort } from './adapter.ts'
import { adapters } from './adapters/index.ts'
import type { openApply } from './apply.ts'
import type { openCallLog } from './call-log.ts'
import { usableGrant } from './free-rounds.ts'
import { grantOfId, grantOfRef } from './provider-free-rounds.ts'
import type { openProviderKeys } from './provider-keys.ts'
import type { GameSession, openGameSessions } from './sessions.ts'

interface Parts {
  platform: Platform
  wallet: Wallet
  catalog: Catalog
  sessions: ReturnType<typeof openGameSessions>
  transactions: ReturnType<typeof openApply>
  calls: ReturnType<typeof openCallLog>
  keys: Awaited<ReturnType<typeof openProviderKeys>>
  players(playerId: string): Promise<{ name: string; country: string } | undefined>
  commit(commitments: Commitment[]): Promise<number[]>
  rulesOf(currency: Currency): DhowRules
}

const bodyLimitBytes = 16 * 1024

/** Opens the wallet for one call of a provider. */
const openWalletPort =
  ({ platform, wallet, catalog, sessions, transactions, players, commit, rulesOf }: Omit<Parts, 'calls' | 'keys'>) =>
  (provider: string, about: About, part: MeasurePart): WalletPort => ({
    provider,
    about,
    open: (launchToken, sessionToken) => sessions.authenticate(provider, launchToken, sessionToken),
    session: (token) => sessions.find(provider, token),
    sessionOf: (playerId) => sessions.newestOf(provider, playerId),
    player: async (playerId) => (await players(playerId)) ?? { name: '', country: '' },
    balance: async (session: GameSession) =>
      (await wallet.balance(platform.db.kysely, session.playerId))?.cashMinor ?? 0n,
    rules: ({ currency }) => rulesOf(currency),
    freeRounds: (session) => usableGrant(platform, session),
    grantOf: ({ playerId }, ref) => grantOfRef(platform, { provider, playerId, ref }),
    grantById: (grantId) => grantOfId(platform, provider, grantId),
    gameId: (code) => catalog.gameIdOf(provider, code),
    gameCode: (gameId) => catalog.gameCodeOf(gameId),
    commit: (commitments) => commit(commitments.map((one) => ({ ...one, provider }))),
    applyEach: (all) => part('commit', () => transactions.applyEach(all)),
    apply: (together) => part('commit', () => transactions.applyTogether(together)),
  })

/**
 * Answers providers' calls: verifies the signature over the raw bytes, then follows the protocol. Status 503 means
 * "outcome unknown". Each call is logged in the call log.
 */
export function openProviderCalls(parts: Parts) {
  const { platform, catalog, calls, keys } = parts
  const { clock, log, metrics, tracer } = platform
  const portOf = openWalletPort(parts)

  async function answer(
    adapter: Adapter,
    provider: string,
    call: string,
    asked: SignedCall,
    { part, fields }: CallTrace,
  ) {
    const startedMs = clock.monotonicMs()
    const note = (code: string, about: About) => {
      const tookMs = clock.monotonicMs() - startedMs
      // Unknown provider codes come from outside: each would be a metric series.
      const known = catalog.provider.get(provider) ? provider : 'unknown'
      metrics.count('dhow_wallet_calls_total', { provider: known, call, code })
      metrics.observe('dhow_wallet_call_seconds', { call }, tookMs / 1_000)
      calls.note({
        at: clock.now(),
        provider_code: provider,
        call,
        tx_id: about.txId ?? null,
        round_id: about.roundId ?? null,
        player_id: about.playerId ?? null,
        code,
        took_us: Math.round(tookMs * 1_000),
      })
    }
    try {
      const about: About = {}
      const name = catalog.provider.get(provider)?.adapter
      const isKnown = name !== undefined && adapters[name] === adapter
      const request = { call, ...asked }
      const checked = adapter.check(request, isKnown ? keys.of(provider, adapter.keys) : [], clock.now().getTime())
      const reply =
        checked === 'ok' ? await adapter.answer(request, portOf(provider, about, part)) : adapter.refuse(checked)
      for (const one of reply.parts ?? [{ code: reply.code, about }]) note(one.code, one.about)
      return { status: reply.status, json: JSON.stringify(reply.body) }
    } catch (error) {
      const known = isBusy(error) ? 'wallet_busy' : isDiskFull(error) ? 'storage_full' : undefined
      if (known === undefined)
        log.error({ err: error, provider, call, ...fields }, 'the outcome of a provider call is unknown')
      note(known ?? 'unknown', {})
      return { status: 503, json: JSON.stringify(adapter.unknown) }
    }
  }

  /**
   * Adds a route for each call of each protocol: `dhow/bet`, or `spribe/acme/withdraw` if the path has the provider's
   * code.
   */
  return function serve(portal: Listener) {
    for (const [name, adapter] of Object.entries(adapters)) {
      const { providerHeader } = adapter
      const base = `${name}${providerHeader === undefined ? '/:provider' : ''}`
      for (const call of adapter.calls)
        portal.serveSigned(`${apiBase}/gateway/`, `${base}/${call}`, {
          limitBytes: adapter.bodyLimits?.[call] ?? bodyLimitBytes,
          answer(asked) {
            const named = providerHeader === undefined ? asked.params['provider'] : asked.headers[providerHeader]
            const { traceparent } = asked.headers
            return tracer.call(
              {
                name: `wallet ${call}`,
                kind: 'server',
                traceparent: traceparent?.toString(),
                attributes: { protocol: name },
              },
              (trace) => answer(adapter, String(named ?? '').slice(0, 60), call, asked, trace),
            )
          },
        })
    }
  }
}

/** Nothing was decided, and the provider may repeat the call: the player's wallet is locked. */
const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'busy'
