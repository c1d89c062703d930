import type { Catalog } from '../catalog/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Wallet } from '../wallet/index.ts'
import type { About, Adapter, WalletPort, ProviderCall, ProviderReply } from './adapter.ts'
import { adapters } from './adapters/index.ts'
import type { openApply } from './apply.ts'
import type { openProviderKeys } from './provider-keys.ts'
import type { GameSession, openGameSessions } from './sessions.ts'

interface Parts {
  platform: Platform
  wallet: Wallet
  catalog: Catalog
  sessions: ReturnType<typeof openGameSessions>
  acts: ReturnType<typeof openApply>
  keys: Awaited<ReturnType<typeof openProviderKeys>>
  players(playerId: string): Promise<{ name: string; country: string } | undefined>
}

/** Answers a provider's call: the signature first, over the raw bytes, then whatever the protocol says. A throw means "outcome unknown". */
export function openAnswers({ platform, wallet, catalog, sessions, acts, keys, players }: Parts) {
  const { db, clock } = platform

  const portOf = (provider: string, about: About): WalletPort => ({
    provider,
    about,
    open: (launchToken, sessionToken) => sessions.authenticate(provider, launchToken, sessionToken),
    session: (token) => sessions.find(provider, token),
    sessionOf: (playerId) => sessions.newestOf(provider, playerId),
    player: async (playerId) => (await players(playerId)) ?? { name: '', country: '' },
    balance: async (session: GameSession) => (await wallet.balance(db.kysely, session.playerId))?.cashMinor ?? 0n,
    gameId: (code) => catalog.gameIdOf(provider, code),
    gameCode: (gameId) => catalog.gameCodeOf(gameId),
    applyEach: (all) => acts.applyEach(all),
    apply: async (all) => (all.length === 1 ? [await acts.apply(all[0])] : acts.applyAll(all)),
  })

  return async function answer(
    adapter: Adapter,
    provider: string,
    call: ProviderCall,
  ): Promise<{ reply: ProviderReply; about: About }> {
    const about: About = {}
    const name = catalog.provider.get(provider)?.adapter
    const isKnown = name !== undefined && adapters[name] === adapter
    const checked = adapter.check(call, isKnown ? keys.of(provider, adapter.keys) : [], clock.now().getTime())
    if (checked !== 'ok') return { reply: adapter.refuse(checked), about }
    return { reply: await adapter.answer(call, portOf(provider, about)), about }
  }
}
