import { serveAccounts } from './features/accounts/routes.ts'
import { serveApprovals } from './features/approvals/routes.ts'
import { serveBlocklists } from './features/blocklists/routes.ts'
import { serveCampaigns } from './features/campaigns/routes.ts'
import { serveCatalog } from './features/catalog/routes.ts'
import { serveContent } from './features/content/routes.ts'
import { serveDeposits } from './features/deposits/routes.ts'
import { serveGateway } from './features/gateway/routes.ts'
import { serveHelp } from './features/help/routes.ts'
import { serveLimits } from './features/limits/routes.ts'
import { serveMessages } from './features/messages/routes.ts'
import { serveNotices } from './features/notices/routes.ts'
import { serveOverview } from './features/overview/routes.ts'
import { servePayments } from './features/payments/routes.ts'
import { servePortal } from './features/portal/routes.ts'
import { serveReceipts } from './features/receipts/routes.ts'
import { serveReports } from './features/reports/routes.ts'
import { serveRewards } from './features/rewards/routes.ts'
import { serveSms } from './features/sms/routes.ts'
import { serveTournaments } from './features/tournaments/routes.ts'
import { serveUssd } from './features/ussd/routes.ts'
import { serveStaff } from './features/staff/routes.ts'
import { serveStatements } from './features/statements/routes.ts'
import { liveBalance } from './features/wallet/index.ts'
import { serveWithdrawals } from './features/withdrawals/routes.ts'
import { openFeatures, type Features } from './open-features.ts'
import { wait } from '@dhow/platform/clock'
import { livePath } from '@dhow/contract/operation'
import type { Guards } from './platform/http/call.ts'
import { openCountryOf, type CountryOf } from './platform/http/country.ts'
import { openCountryTable } from './platform/http/country-table.ts'
import { openListener, type Listener } from './platform/http/listener.ts'
import { serveLive } from './platform/http/live-route.ts'
import type { ListenerParts } from './platform/http/parts.ts'
import { openPlayerTurns } from './platform/http/player-turns.ts'
import { secureHeaders } from './platform/http/security.ts'
import { serveSinglePage } from './platform/http/static-site.ts'
import { loadImageLibrary } from './platform/pictures.ts'
import type { Platform } from './platform/platform.ts'
import { openReadTogether } from './platform/read-together.ts'
import { loadPortalFront, type PortalFront } from './portal-front.ts'
import { servePortalPages } from './portal-pages.ts'
import { serveHealth } from './serve-health.ts'
import { serveTriedCountry } from './serve-tried-country.ts'
import { serveLightPages } from './light/serve-light.ts'

export interface App {
  portal: Listener
  console: Listener
  features: Features
  /** Loads what the first page and picture need. */
  warmUp(): Promise<void>
  /**
   * Accepts no new requests, finishes those under way, and closes the live streams, so that their pages reconnect to
   * another process; `close` follows.
   */
  leave(): Promise<void>
  close(): Promise<void>
}

interface Listeners {
  portal: Listener
  console: Listener
}

/**
 * Table of contents: opens the features and the two listeners, and adds each feature's operations to them.
 * @param fronts folders of the built front ends; without them the listeners serve only the API
 * @param isServed whether the operation at a path is served; default: all are
 */
export async function openApp(
  platform: Platform,
  fronts: { portal?: string; console?: string } = {},
  isServed?: (path: string) => boolean,
): Promise<App> {
  const { countryDatabase } = platform.config
  const table = countryDatabase === undefined ? undefined : await openCountryTable(countryDatabase, platform)
  const features = await openFeatures(platform)
  const front = fronts.portal === undefined ? undefined : await loadPortalFront(fronts.portal)
  const countryOf = openCountryOf(platform.config, table)
  const listeners = await openListeners(platform, features, { front, countryOf, isServed })
  await serveFeatures(listeners, features, platform)
  await serveLiveStream(listeners.portal, features, { platform, countryOf })
  serveHealth(listeners, platform, features.alarms)
  serveTriedCountry(listeners.portal, platform.config)
  if (fronts.console !== undefined) await serveSinglePage(listeners.console.fastify, fronts.console)
  const { portal, catalog, rewards } = features
  await serveLightPages(listeners.portal, { platform, portal, countryOf })
  const { offers: offersOf } = rewards.bonuses
  if (front)
    await servePortalPages(listeners.portal, front, {
      ...{ platform, portal, catalog, offersOf, countryOf },
      pageOf: features.content.page,
      liabilitiesOf: () => features.receipts.liabilities.roots(),
    })

  return {
    ...listeners,
    features,
    async warmUp() {
      await Promise.all([front?.loadPages(), loadImageLibrary()])
    },
    leave: () => leave(platform, listeners),
    async close() {
      await Promise.all([listeners.portal.fastify.close(), listeners.console.fastify.close()])
      await Promise.all([features.close(), table?.close()])
    },
  }
}

/** Time limit of requests under way; with the longest `DRAIN_MS` it leaves room for the rest within 20 seconds. */
const answerWithinMs = 9_000

async function leave({ drain, clock, config, live, log }: Platform, { portal, console }: Listeners) {
  drain.begin()
  // Give the load balancer time to see that this process is not ready.
  if (config.drainMs > 0) await wait(clock, config.drainMs)
  for (const { fastify } of [portal, console]) fastify.server.close()
  live.closeAll()
  if (!(await drain.settled(answerWithinMs)))
    log.warn({ requests: drain.underWay() }, 'requests under way were aborted')
}

const isSecure = (origin: string) => origin.startsWith('https:')

/** Opens the listener of players and providers and that of operators, with the headers of their pages. */
async function openListeners(
  { config, log, metrics, tracer, faults, uploadGate, drain, clock }: Platform,
  { portal, accounts, staff, proxies, catalog }: Features,
  { front, countryOf, isServed }: Pick<ListenerParts, 'countryOf' | 'isServed'> & { front: PortalFront | undefined },
): Promise<Listeners> {
  const guards: Guards = {
    player: (token) => accounts.sessions.check(token),
    staff: (request) => staff.check(request),
    auditRead: staff.auditRead,
    gate: (visit) => portal.gate(visit),
  }
  const turns = openPlayerTurns({ clock, atOnce: config.playerCallsAtOnce, waitMs: config.databaseLimits.poolWaitMs })
  const ways = { clock, turns, proxies, guards, countryOf }
  const parts = { config, log, metrics, tracer, faults, uploadGate, drain, ...ways, isServed }
  const listeners = {
    portal: await openListener({ ...parts, name: 'portal' }),
    console: await openListener({ ...parts, name: 'console' }),
  }
  await secureHeaders(listeners.portal.fastify, {
    styleHashes: front ? [front.styleHash] : [],
    frames: () => catalog.provider.frames(),
    secure: isSecure(config.origins.portal),
    isolated: false,
  })
  await secureHeaders(listeners.console.fastify, {
    styleHashes: [],
    frames: () => [],
    secure: isSecure(config.origins.console),
    isolated: true,
  })
  return listeners
}

/** Adds the operations of each feature. */
async function serveFeatures(listeners: Listeners, features: Features, platform: Platform) {
  const { portal, accounts, staff, wallet } = features
  servePortal(listeners, portal, platform)
  serveAccounts(listeners, accounts, { portal, platform })
  serveStaff(listeners, staff, { secure: isSecure(platform.config.origins.console), random: platform.random })
  serveBlocklists(listeners, features.blocklists)
  serveApprovals(listeners, features.approvals)
  serveNotices(listeners, features.notices)
  await serveSms(listeners, features.sms)
  await serveUssd(listeners, features.ussd, platform)
  await serveMessages(listeners, features.messages)
  serveLimits(listeners, features.limits, accounts)
  serveContent(listeners, features.content)
  serveDeposits(listeners, features.deposits)
  await servePayments(listeners, features.payments)
  serveWithdrawals(listeners, features.withdrawals, { platform, accounts, portal, wallet })
  serveStatements(listeners, features.statements)
  serveReceipts(listeners, features.receipts)
  serveReports(listeners, features.reports)
  serveRewards(listeners, features.rewards)
  serveCampaigns(listeners, features.campaigns)
  serveTournaments(listeners, features.tournaments)
  serveCatalog(listeners, features.catalog)
  serveGateway(listeners, features.gateway, platform)
  serveHelp(listeners, features.help)
  serveOverview(listeners, features.overview)
}

/** Serves the stream of events to a player's open tabs, which begins with the balance. */
function serveLiveStream(
  { fastify }: Listener,
  { portal, accounts, wallet, messages }: Features,
  { platform, countryOf }: { platform: Platform; countryOf: CountryOf },
) {
  const { clock, log, live, config, db } = platform
  const balanceOf = openReadTogether(platform, (playerIds) => wallet.balances(db.kysely, playerIds))
  const unreadOf = openReadTogether(platform, (playerIds) => messages.inbox.countUnread(playerIds))
  return serveLive(fastify, {
    clock,
    log,
    live,
    origins: [config.origins.portal],
    gate: (request) => portal.gate({ country: countryOf(request), path: livePath, access: 'player' }),
    redeemTicket: (ticket) => accounts.sessions.redeemTicket(ticket),
    async readBalance(playerId, sessionId) {
      const [isOpen, balance, unread = 0] = await Promise.all([
        accounts.sessions.isOpen(sessionId),
        balanceOf(playerId),
        unreadOf(playerId),
      ])
      if (!isOpen) return undefined
      if (!balance) throw new Error(`the player ${playerId} has no wallet`)
      return { ...liveBalance(balance), unread }
    },
  })
}
