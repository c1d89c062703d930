import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Limits } from '../limits/index.ts'
import { markets } from '../portal/index.ts'
import type { Launch } from './adapter.ts'
import { adapters } from './adapters/index.ts'
import type { openProviderKeys } from './provider-keys.ts'
import type { openGameSessions } from './sessions.ts'

interface Parts {
  platform: Platform
  catalog: Catalog
  limits: Limits
  sessions: ReturnType<typeof openGameSessions>
  keys: Awaited<ReturnType<typeof openProviderKeys>>
  players(playerId: string): Promise<{ name: string; country: string } | undefined>
}

export interface LaunchOptions {
  demo?: boolean | undefined
  theme?: string | undefined
  language?: string | undefined
  /** Country of a visitor, if known: play money uses the currency of its market. */
  country?: string | undefined
}

const maxAnswerLength = 65_536

const currencyOf = (country: string | undefined) =>
  Object.values(markets).find((row) => row.country === country)?.currency ?? markets.NA.currency

/** Sends the portal's own calls to providers. */
export const openPost =
  ({ config }: Pick<Platform, 'config'>): Launch['post'] =>
  async (url, headers, body) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(config.serviceTimeoutMs),
    })
    return { status: answer.status, text: (await answer.text()).slice(0, maxAnswerLength) }
  }

/** Opens a game at its provider and returns the URL for its frame. */
export function openLaunch({ platform, catalog, limits, sessions, keys, players }: Parts) {
  const { config, log } = platform
  const post = openPost(platform)

  /**
   * A demo needs no player.
   * @throws Refusal `not_found`, `game_unavailable`, `provider_down`, `session_invalid`, `play_blocked`
   */
  return async function launch(slug: string, session: PlayerSession | undefined, options: LaunchOptions) {
    const found = await catalog.find(slug)
    if (!found) throw new Refusal('not_found')
    const { game, provider } = found
    const adapter = adapters[provider.adapter]
    if (!adapter || !game.enabled || game.withdrawn_at || !provider.enabled) throw new Refusal('game_unavailable')
    if (catalog.provider.isDown(provider.code)) throw new Refusal('provider_down')
    const demo = options.demo === true
    if (demo && !game.demo) throw new Refusal('game_unavailable')
    if (!demo && !session) throw new Refusal('session_invalid')
    const who = demo || !session ? undefined : session
    if (who && !game.markets.includes(who.market)) throw new Refusal('game_unavailable')
    const player = who && (await players(who.playerId))
    if (who && (await limits.restriction(who.playerId, 'play'))) throw new Refusal('play_blocked')
    const opened = who && (await sessions.launch(who, game, provider, adapter.token))

    const url = await adapter
      .launch({
        launchUrl: provider.launch_url,
        clientId: provider.client_id ?? 'dhow',
        game: game.code,
        demo,
        token: opened?.token ?? '',
        playerId: who?.playerId,
        playerName: player?.name,
        currency: session?.currency ?? currencyOf(options.country),
        country: player?.country ?? 'NA',
        language: options.language ?? 'en',
        theme: options.theme ?? 'dark',
        lobby: config.origins.portal,
        deposit: `${config.origins.portal}/payment-method`,
        post,
        signingKey: keys.signing(provider.code, adapter.keys),
      })
      .catch(async (error: unknown) => {
        log.warn({ err: error, provider: provider.code }, 'a provider refused to open a game')
        await catalog.provider.note(provider.code, false)
        throw new Refusal('provider_down')
      })
    return { url, origin: new URL(url).origin, session_id: opened?.sessionId ?? null }
  }
}
