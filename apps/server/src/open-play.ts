import type { Accounts } from './features/accounts/index.ts'
import type { Approvals } from './features/approvals/index.ts'
import { openCatalog, studioCode } from './features/catalog/index.ts'
import type { Content } from './features/content/index.ts'
import { openGateway, openSandboxKeys, type FixedKeys, type Gateway } from './features/gateway/index.ts'
import type { Limits } from './features/limits/index.ts'
import type { Messages } from './features/messages/index.ts'
import { marketOfCurrency, type Portal } from './features/portal/index.ts'
import type { Receipts } from './features/receipts/index.ts'
import type { Rewards } from './features/rewards/index.ts'
import type { Staff } from './features/staff/index.ts'
import type { Tournaments } from './features/tournaments/index.ts'
import type { Wallet } from './features/wallet/index.ts'
import type { Platform } from './platform/platform.ts'
import type { Secrets } from './platform/secrets.ts'

/** Opens the games and the gateway for their providers: the catalogue's feeds are signed with the gateway's keys. */
export async function openPlay(parts: {
  platform: Platform
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Messages
  wallet: Wallet
  limits: Limits
  secrets: Secrets
  receipts: Receipts
  content: Content
  tournaments: Pick<Tournaments, 'hasOpen'>
  rewards: Pick<Rewards, 'isBarred' | 'freeRounds'>
}) {
  const { platform, portal, accounts, staff, approvals, messages, wallet, limits, secrets } = parts
  const { config } = platform
  const { audit } = staff
  const ofSandbox = openSandboxKeys(config)
  const fixedKeys: FixedKeys = (provider, kind) => {
    if (provider !== studioCode) return ofSandbox(provider, kind)
    return kind === 'secret' && config.studioWalletKey ? [config.studioWalletKey] : []
  }
  const catalog = await openCatalog(platform, {
    audit,
    hasTournaments: parts.tournaments.hasOpen,
    contentOf: (reader, preview) => parts.content.lobby(reader, preview),
    signFeed: (provider, path) => gateway.signFeed(provider, path),
  })
  const gateway: Gateway = await openGateway({
    platform,
    wallet,
    approvals,
    messages,
    catalog,
    limits,
    players: async (playerId) => {
      const player = await accounts.findPlayer(playerId)
      return player && { name: player.player_name, country: player.market }
    },
    secrets,
    audit,
    commit: parts.receipts.commit,
    rulesOf(currency) {
      const { allowed, round_seconds } = portal.settings().autoplay[marketOfCurrency(currency)]
      return { autoplay: { allowed, roundMs: round_seconds * 1_000 } }
    },
    fixedKeys,
    isBarred: parts.rewards.isBarred,
    notifyFreeRounds: parts.rewards.freeRounds.notify,
    groupSize: config.gatewayGroupSize,
  })
  return { catalog, gateway }
}
