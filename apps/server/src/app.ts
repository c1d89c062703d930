import { join } from 'node:path'
import { formatDecimal } from '@dhow/contract/money'
import { normalMobile, openAccounts } from './features/accounts/index.ts'
import { serveAccounts } from './features/accounts/routes.ts'
import { alarmChecks } from './alarm-checks.ts'
import { openAlarms } from './features/alarms/index.ts'
import { openApprovals } from './features/approvals/index.ts'
import { serveApprovals } from './features/approvals/routes.ts'
import { depositInvariants, openDeposits } from './features/deposits/index.ts'
import { serveDeposits } from './features/deposits/routes.ts'
import { openCatalog, studioCode } from './features/catalog/index.ts'
import { serveCatalog } from './features/catalog/routes.ts'
import {
  gatewayInvariants,
  openGateway,
  openSandboxKeys,
  playedByDay,
  playedSince,
  type FixedKeys,
} from './features/gateway/index.ts'
import { serveGateway } from './features/gateway/routes.ts'
import { openHelp } from './features/help/index.ts'
import { serveHelp } from './features/help/routes.ts'
import { openLimits } from './features/limits/index.ts'
import { serveLimits } from './features/limits/routes.ts'
import { openMessages } from './features/messages/index.ts'
import { serveMessages } from './features/messages/routes.ts'
import { openOverview } from './features/overview/index.ts'
import { serveOverview } from './features/overview/routes.ts'
import { openPayments, paymentInvariants } from './features/payments/index.ts'
import { servePayments } from './features/payments/routes.ts'
import { openPortal } from './features/portal/index.ts'
import { servePortal } from './features/portal/routes.ts'
import { openRewards, rewardInvariants } from './features/rewards/index.ts'
import { serveRewards } from './features/rewards/routes.ts'
import { openSms } from './features/sms/index.ts'
import { serveSms } from './features/sms/routes.ts'
import { openStaff } from './features/staff/index.ts'
import { serveStaff } from './features/staff/routes.ts'
import { openStatements, payerNames, samePayers, statementInvariants } from './features/statements/index.ts'
import { serveStatements } from './features/statements/routes.ts'
import { openBooks, openWallet, walletInvariants, type Balances, type Invariant } from './features/wallet/index.ts'
import { openWithdrawals, withdrawalInvariants } from './features/withdrawals/index.ts'
import { serveWithdrawals } from './features/withdrawals/routes.ts'
import { openAttempts } from './platform/attempts.ts'
import { every } from './platform/every.ts'
import { openDiskFiles } from './platform/files.ts'
import { loadDrawing, openPictures, saysPicture } from './platform/pictures.ts'
import { serveHealth } from './serve-health.ts'
import { openSecrets } from './platform/secrets.ts'
import type { Guards } from './platform/http/call.ts'
import { countryFrom } from './platform/http/country.ts'
import { openListener, type Listener } from './platform/http/listener.ts'
import { loadPortalFront, servePortalPages } from './portal-pages.ts'
import { serveLive } from './platform/http/live-route.ts'
import { openPlayerTurns } from './platform/http/player-turns.ts'
import { openProxyWatch } from './platform/http/proxy-watch.ts'
import { secureHeaders } from './platform/http/security.ts'
import { serveSinglePage } from './platform/http/static-site.ts'
import type { Platform } from './platform/platform.ts'

export interface App {
  portal: Listener
  console: Listener
  features: Awaited<ReturnType<typeof openFeatures>>
  /** Loads what the first page and the first picture need. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

/**
 * The table of contents: opens each feature in level order and hangs its operations on the two listeners.
 * @param fronts folders of the built front ends; without them the listeners serve the API alone
 */
export async function openApp(platform: Platform, fronts: { portal?: string; console?: string } = {}): Promise<App> {
  const { config, log, faults, uploadGate } = platform
  const features = await openFeatures(platform)
  const { portal, accounts, staff, wallet, limits, deposits, withdrawals, statements } = features
  const { proxies, approvals, messages, rewards, catalog, gateway, help, overview } = features

  const guards: Guards = {
    player: (token) => accounts.sessions.check(token),
    staff: (request) => staff.check(request),
    gate: (visit) => portal.gate(visit),
  }
  const countryOf = countryFrom(config.countryHeader)
  const turns = openPlayerTurns({
    clock: platform.clock,
    atOnce: config.playerCallsAtOnce,
    waitMs: config.databaseLimits.poolWaitMs,
  })
  const listeners = {
    portal: await openListener({ config, log, faults, uploadGate, turns, proxies, guards, countryOf }),
    console: await openListener({ config, log, faults, uploadGate, turns, proxies, guards, countryOf }),
  }
  const front = fronts.portal === undefined ? undefined : await loadPortalFront(fronts.portal)
  const isSecure = (origin: string) => origin.startsWith('https:')
  await secureHeaders(listeners.portal.fastify, {
    styleHashes: front ? [front.styleHash] : [],
    frames: () => features.catalog.provider.frames(),
    secure: isSecure(config.origins.portal),
    apart: false,
  })
  await secureHeaders(listeners.console.fastify, {
    styleHashes: [],
    frames: () => [],
    secure: isSecure(config.origins.console),
    apart: true,
  })

  servePortal(listeners, portal, platform)
  serveAccounts(listeners, accounts, { portal, platform })
  serveStaff(listeners, staff, { secure: isSecure(config.origins.console), random: platform.random })
  serveApprovals(listeners, approvals)
  await serveSms(listeners, features.sms)
  serveMessages(listeners, messages)
  serveLimits(listeners, limits, accounts)
  serveDeposits(listeners, deposits)
  await servePayments(listeners, features.payments)
  serveWithdrawals(listeners, withdrawals, { platform, accounts, portal, wallet })
  serveStatements(listeners, statements)
  serveRewards(listeners, rewards)
  serveCatalog(listeners, catalog)
  serveGateway(listeners, gateway, platform)
  serveHelp(listeners, help)
  serveOverview(listeners, overview)
  await serveLive(listeners.portal.fastify, {
    clock: platform.clock,
    log,
    live: platform.live,
    origins: [config.origins.portal],
    redeemTicket: (ticket) => accounts.sessions.redeemTicket(ticket),
    async readBalance(playerId) {
      const [balance, unread] = await Promise.all([
        wallet.balance(platform.db.kysely, playerId),
        messages.inbox.unread(playerId),
      ])
      return { ...liveBalance(balance!), unread }
    },
  })
  serveHealth(listeners, platform, features.alarms)
  if (fronts.console !== undefined) await serveSinglePage(listeners.console.fastify, fronts.console)
  if (front) await servePortalPages(listeners.portal, front, { platform, portal, catalog, countryOf })

  return {
    ...listeners,
    features,
    async warmUp() {
      await Promise.all([front?.loadPages(), loadDrawing()])
    },
    async close() {
      await Promise.all([listeners.portal.fastify.close(), listeners.console.fastify.close()])
      await features.close()
    },
  }
}

async function openFeatures(platform: Platform) {
  const { db, live, config, clock, random, log } = platform
  const portal = await openPortal(platform)
  const wallet = openWallet(platform)
  const files = openDiskFiles(join(config.dataDir, 'files'), random)
  const sms = openSms(platform)
  const proxies = openProxyWatch(platform)
  const attempts = openAttempts(platform, () => portal.settings().guessing.networks)
  const accounts = await openAccounts(platform, {
    portal,
    sms,
    attempts,
    files,
    takeAvatar: openPictures({ sideAtMost: 256 }),
    balancesOf: (playerIds) => wallet.balances(db.kysely, playerIds),
    onPlayerCreated: async (tx, player) => {
      await wallet.openPlayer(tx, { playerId: player.id, currency: player.currency, at: player.created_at })
      await rewards.referrals.welcome(tx, player)
    },
  })
  const staff = await openStaff(platform, attempts)
  await staff.seedFirst(config.firstOperatorPassword)
  const approvals = openApprovals(platform, { portal, staff })
  const messages = openMessages({ platform, portal, accounts, staff, sms })
  const limits = openLimits({
    platform,
    audit: staff.audit,
    openDepositsMinor: async (tx, playerId) =>
      (await deposits.openMinor(tx, playerId)) + (await payments.openMinor(tx, playerId)),
    playedSince: async (reader, playerId, instants) => (await playedSince(reader, playerId, instants)).since,
    playedByDay,
  })
  const secrets = openSecrets(config.secretKey, random)
  const deposits = await openDeposits({
    platform,
    files,
    uploads: openDiskFiles(join(config.dataDir, 'uploads'), random),
    saysPicture,
    takePicture: openPictures({ atOnce: 1 }),
    portal,
    accounts,
    staff,
    approvals,
    messages,
    wallet,
    limits,
    // Bonuses are locked before their player's accounts, and what was asked to be paid out is cash again before anything is taken.
    async onReversed(tx, credit, act) {
      await rewards.bonuses.lock(tx, credit)
      const cancelled = await withdrawals.cancelOpen(tx, credit.playerId, { ...act, reason: 'deposit_reversed' })
      await rewards.bonuses.takeBack(tx, credit)
      return cancelled
    },
  })
  const payments = openPayments({
    platform,
    secrets,
    portal,
    attempts,
    accounts,
    staff,
    approvals,
    messages,
    wallet,
    limits,
    deposits,
  })
  const withdrawals = openWithdrawals({
    platform,
    secrets,
    portal,
    accounts,
    staff,
    approvals,
    messages,
    wallet,
    limits,
    payerNames: (playerId) => payerNames(platform, playerId),
  })
  const statements = openStatements({
    platform,
    portal,
    accounts,
    staff,
    approvals,
    wallet,
    deposits,
    payments,
    withdrawals,
  })
  const rewards = openRewards({
    platform,
    wallet,
    approvals,
    limits,
    credit: (tx, gift) =>
      wallet.post(tx, {
        key: gift.key,
        reason: 'gift',
        playerId: gift.playerId,
        currency: gift.currency,
        happenedAt: clock.now(),
        lines: [
          { debit: { house: 'bonus_cost', ref: 'gift' }, credit: { player: 'cash' }, amountMinor: gift.amountMinor },
        ],
      }),
    playerOf: async (playerId) => {
      const player = await accounts.findPlayer(playerId)
      return player && { mobile: player.mobile, market: player.market, createdAt: player.created_at }
    },
    normalMobile,
    samePayers,
    audit: staff.audit,
  })

  if (config.mode === 'sandbox') await rewards.seed(config.firstGifts)
  const ofSandbox = openSandboxKeys(config)
  const fixedKeys: FixedKeys = (provider, kind) => {
    if (provider !== studioCode) return ofSandbox(provider, kind)
    return kind === 'secret' && config.studioWalletKey ? [config.studioWalletKey] : []
  }
  const catalog = await openCatalog(platform, {
    audit: staff.audit,
    signFeed: (provider, path) => gateway.signFeed(provider, path),
  })
  const gateway = await openGateway({
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
    audit: staff.audit,
    fixedKeys,
    groupSize: config.gatewayGroupSize,
  })

  const help = openHelp({ platform, accounts, staff, deposits, payments, withdrawals })

  wallet.onBalance((playerId, currency, balances) =>
    live.publish(playerId, {
      type: 'balance',
      ...liveBalance(balances),
      currency,
    }),
  )

  const invariants: Invariant[] = [
    ...walletInvariants,
    ...depositInvariants,
    ...paymentInvariants,
    ...withdrawalInvariants,
    ...statementInvariants,
    ...rewardInvariants,
    ...gatewayInvariants,
  ]
  const { books, check: checkBooks } = openBooks(platform, invariants)
  const check = async (how: { isWhole?: boolean } = {}) => {
    await wallet.rollUp()
    await checkBooks(how)
    const broken = books.results.filter((result) => result.violations > 0)
    portal.stopMoneyOut(broken.length > 0)
    if (broken.length > 0) log.fatal({ broken }, 'the books are broken')
  }
  const stopChecking = every(platform, 'invariants', 60_000, check)
  const alarms = openAlarms(platform, alarmChecks({ books, staff, sms, gateway, accounts }))
  const overview = openOverview({
    platform,
    proxies,
    portal,
    accounts,
    staff,
    approvals,
    wallet,
    deposits,
    payments,
    withdrawals,
    statements,
    limits,
    gateway,
    help,
    books,
    alarms,
  })

  return {
    attempts,
    proxies,
    portal,
    sms,
    alarms,
    messages,
    wallet,
    accounts,
    staff,
    approvals,
    deposits,
    payments,
    withdrawals,
    statements,
    rewards,
    limits,
    catalog,
    gateway,
    help,
    overview,
    invariants,
    books,
    check,
    async close() {
      await stopChecking()
      await alarms.close()
      await portal.close()
      await staff.close()
      await rewards.close()
      await statements.close()
      await withdrawals.close()
      await payments.close()
      await deposits.close()
      await accounts.close()
      await sms.close()
      await gateway.close()
      await catalog.close()
      await wallet.idle()
    },
  }
}

const liveBalance = ({ cashMinor, heldMinor, bonusMinor }: Balances) => ({
  chips: formatDecimal(cashMinor),
  held: formatDecimal(heldMinor),
  bonus: formatDecimal(bonusMinor),
})
