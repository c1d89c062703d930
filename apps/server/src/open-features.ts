import { alarmChecks } from './alarm-checks.ts'
import { openBookChecks } from './check-books.ts'
import { normalMobile, openAccounts } from './features/accounts/index.ts'
import { openAlarms } from './features/alarms/index.ts'
import { openApprovals } from './features/approvals/index.ts'
import { openBlocklists } from './features/blocklists/index.ts'
import { openCampaigns } from './features/campaigns/index.ts'
import { openContent } from './features/content/index.ts'
import { normaliseReference, openDeposits } from './features/deposits/index.ts'
import { playedByDay, playedSince } from './features/gateway/index.ts'
import { openHelp } from './features/help/index.ts'
import { openLimits } from './features/limits/index.ts'
import { noteTextMessage, openMessages } from './features/messages/index.ts'
import { openNotices } from './features/notices/index.ts'
import { openOverview } from './features/overview/index.ts'
import { openPayments } from './features/payments/index.ts'
import { openPortal } from './features/portal/index.ts'
import { openReceipts } from './features/receipts/index.ts'
import { openReports, type CashierVisit } from './features/reports/index.ts'
import { openRewards } from './features/rewards/index.ts'
import { openSms } from './features/sms/index.ts'
import { openStaff } from './features/staff/index.ts'
import { openTournaments } from './features/tournaments/index.ts'
import { openUssd } from './features/ussd/index.ts'
import { openStatements, payerNames, countPlayersWithSamePayer } from './features/statements/index.ts'
import { openWallet } from './features/wallet/index.ts'
import { openWithdrawals } from './features/withdrawals/index.ts'
import { watchedBy } from './notices-watch.ts'
import { openPlay } from './open-play.ts'
import { openAttempts } from './platform/attempts.ts'
import { openFiles } from './platform/files.ts'
import { openProxyWatch } from './platform/http/proxy-watch.ts'
import { openPictures, isPicture } from './platform/pictures.ts'
import type { Platform } from './platform/platform.ts'
import { systemRandom } from './platform/random.ts'
import { openSecrets } from './platform/secrets.ts'

/** From this level of the markers of harm on, no offer goes to a player. */
const levelWithoutOffers = 2

export type Features = Awaited<ReturnType<typeof openFeatures>>

/** Opens each feature in the order of levels; functions of higher features are passed to lower ones. */
// oxlint-disable-next-line max-lines-per-function -- functions passed to lower features close over the higher ones opened below
export async function openFeatures(platform: Platform) {
  const { db, config, clock, random, fileStore } = platform
  const portal = await openPortal(platform)
  const wallet = openWallet(platform)
  const files = openFiles(fileStore, 'files', random)
  const secrets = openSecrets(config.secretKey, random)
  const sms = openSms(platform, (tx, change) => noteTextMessage({ portal }, tx, change))
  const proxies = openProxyWatch(platform)
  const attempts = openAttempts(platform, () => portal.settings().guessing.networks)
  const accounts = await openAccounts(platform, {
    portal,
    sms,
    attempts,
    files,
    reencodeAvatar: openPictures({ maxSidePx: 256 }),
    balancesOf: (playerIds) => wallet.balances(db.kysely, playerIds),
    payoutAccountOf: (playerId, accountId) => withdrawals.payoutAccounts.named(playerId, accountId),
    describedAccount: (session, described) => withdrawals.payoutAccounts.described(session, described),
    notify: async (tx, message) => void (await messages.send(tx, message)),
    refuseBlocked: (reader, asked) => blocklists.refuse(reader, asked),
    onPlayerCreated: async (tx, player) => {
      await wallet.openPlayer(tx, { playerId: player.id, currency: player.currency, at: player.created_at })
      await rewards.referrals.welcome(tx, player)
      await campaigns.registered(tx, player.id)
    },
  })
  const staff = await openStaff(platform, attempts, {
    isPasskeyRequired: () => portal.settings().approvals.passkey_required,
    ring: () => alarms.run(),
  })
  await staff.seedFirst(config.firstOperatorPassword)
  const { audit } = staff
  const blocklists = openBlocklists({
    ...{ platform, secrets, staff, accounts, normalMobile },
    normalReference: normaliseReference,
    payoutNumberOf: (accountId) => withdrawals.payoutAccounts.numberOf(accountId),
  })
  const approvals = openApprovals(platform, { portal, staff })
  const messages = openMessages({
    ...{ platform, portal, accounts, staff, sms, secrets, attempts },
    wordings: (reader, kinds, place) => content.wordings(reader, kinds, place),
    wordingsSent: (reader, versions) => content.wordingsSent(reader, versions),
    mayGetOffers: async (playerId) => {
      const forbidden = await Promise.all(
        (['bonus', 'play'] as const).map((action) => limits.restriction(playerId, action)),
      )
      return forbidden.every((code) => code === null)
    },
  })
  const notices = openNotices({
    ...{ platform, staff, secrets },
    watched: watchedBy(() => ({ ...{ deposits, withdrawals, payments, help, statements, rewards, alarms }, ...play })),
  })
  const limits = openLimits({
    platform,
    audit,
    messages,
    openDepositsMinor: async (tx, playerId) =>
      (await deposits.openMinor(tx, playerId)) + (await payments.openMinor(tx, playerId)),
    playedSince: async (reader, playerId, instants) => (await playedSince(reader, playerId, instants)).since,
    playedByDay,
  })

  const content = openContent({
    ...{ platform, portal, staff, approvals, secrets },
    segments: {
      list: () => campaigns.segments.list(),
      ofPlayer: (playerId, segmentIds) => campaigns.segments.ofPlayer(playerId, segmentIds),
    },
    isBarred: (playerId) => rewards.isBarred(db.kysely, playerId),
    files: openFiles(fileStore, 'files/content', random),
    reencodePicture: openPictures({ maxSidePx: 960 }),
  })
  const lower = { portal, accounts, staff, blocklists, approvals, messages, wallet, limits }
  const shared = { platform, ...lower }
  const noteVisit = (visit: CashierVisit) => reports.visits.note(visit)
  const deposits = await openDeposits({
    ...shared,
    noteVisit,
    files,
    uploads: openFiles(fileStore, 'uploads', random),
    isPicture,
    reencodePicture: openPictures({ atOnce: 1 }),
    // Lock bonuses before their player's accounts, and turn open withdrawals back into cash before subtracting.
    async onReversed(tx, credit, action) {
      await rewards.bonuses.lock(tx, credit)
      const cancelled = await withdrawals.cancelOpen(tx, credit.playerId, { ...action, reason: 'deposit_reversed' })
      await rewards.bonuses.reverse(tx, credit)
      return cancelled
    },
  })
  const payments = openPayments({ ...shared, secrets, attempts, deposits, noteVisit })
  const withdrawals = openWithdrawals({
    ...shared,
    secrets,
    payerNames: (playerId) => payerNames(platform, playerId),
  })
  const statements = openStatements({ ...shared, deposits, payments, withdrawals })
  const rewards = openRewards({
    ...shared,
    audit,
    credit: (tx, { key, playerId, currency, amountMinor }) =>
      wallet.post(tx, {
        key,
        reason: 'gift',
        playerId,
        currency,
        happenedAt: clock.now(),
        lines: [{ debit: { house: 'bonus_cost', ref: 'gift' }, credit: { player: 'cash' }, amountMinor }],
      }),
    playerOf: async (playerId, reader) => {
      const player = await accounts.findPlayer(playerId, reader)
      return player && { mobile: player.mobile, market: player.market, createdAt: player.created_at, tier: player.tier }
    },
    languageOf: async (tx, playerId) => (await accounts.preferences.read(playerId, tx)).preferences.language,
    normalMobile,
    countPlayersWithSamePayer,
  })
  const campaigns = openCampaigns({
    ...{ ...shared, rewards },
    playersAtRisk: (market) => reports.playersAtLevel(market, levelWithoutOffers),
  })
  const tournaments = openTournaments({ ...shared, rewards })
  if (config.mode === 'sandbox') await rewards.seed(config.firstGifts)
  const receipts = openReceipts({
    ...{ platform, secrets, random: systemRandom(), audit, readTrail: staff.chain.read },
    keysOfLines: {
      rounds: (playerId, ids) => play.gateway.keysOfRounds(playerId, ids),
      payments: payments.keysOfPayments,
    },
  })
  const play = await openPlay({ ...shared, secrets, receipts, content, tournaments, rewards })
  const help = openHelp({
    ...{ ...shared, attempts, files, isPicture, deposits, payments, withdrawals },
    reencodePicture: openPictures({ atOnce: 1 }),
  })

  const ussd = openUssd({ ...shared, secrets, deposits, payments })

  const reports = openReports({
    ...{ platform, accounts, staff, approvals, payments, notices },
    files: openFiles(fileStore, 'files/exports', random),
    shiftFile: (asked) => overview.scheduledShift(asked),
  })

  const { invariants, books, check, ...checks } = openBookChecks(platform, { portal, wallet })
  const alarms = openAlarms(platform, alarmChecks({ books, staff, sms, gateway: play.gateway, accounts }))
  const features = {
    ...{ ...lower, ...play, proxies, deposits, payments, withdrawals, statements, help, alarms, content, notices },
  }
  const overview = openOverview({
    platform,
    ...features,
    attempts,
    rewards,
    campaigns,
    tournaments,
    receipts,
    reports,
    books,
  })
  return {
    ...features,
    attempts,
    sms,
    rewards,
    campaigns,
    tournaments,
    receipts,
    reports,
    ussd,
    overview,
    invariants,
    books,
    check,
    async close() {
      const inOrder = [
        overview.closings,
        overview.identity,
        notices,
        checks,
        alarms,
        ussd,
        reports,
        receipts,
        portal,
        staff,
        tournaments,
        campaigns,
        rewards,
        statements,
        withdrawals,
        payments,
        deposits,
        messages,
        accounts,
      ]
      for (const feature of [...inOrder, sms, play.gateway, play.catalog]) await feature.close()
      await wallet.idle()
    },
  }
}
