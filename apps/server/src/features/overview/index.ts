import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import type { ProxyWatch } from '../../platform/http/proxy-watch.ts'
import { jobIsLate } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Accounts, PlayerRow } from '../accounts/index.ts'
import type { Alarms } from '../alarms/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Gateway } from '../gateway/index.ts'
import type { Help } from '../help/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Payments } from '../payments/index.ts'
import { markets, type Portal } from '../portal/index.ts'
import type { ChainCheck, Staff } from '../staff/index.ts'
import type { Statements } from '../statements/index.ts'
import type { Books, Wallet } from '../wallet/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'
import { openDashboard } from './account-dashboard.ts'
import { openAudit } from './audit.ts'
import { openGamesPlayed } from './games-played.ts'
import { openHistoryDownload } from './history-download.ts'
import { searchText } from './rules.ts'
import { openServices } from './services.ts'
import { openSettings } from './settings.ts'
import { balancesOf } from './store.ts'
import { entryReply, openWallets } from './wallets.ts'

export interface OverviewParts {
  platform: Platform
  proxies: ProxyWatch
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  wallet: Wallet
  deposits: Deposits
  payments: Payments
  withdrawals: Withdrawals
  statements: Statements
  limits: Limits
  gateway: Gateway
  help: Help
  /** Last result of the ledger check on this process. */
  books: Readonly<Books>
  alarms: Alarms
}

export type Overview = ReturnType<typeof openOverview>

const playersPage = 50
const entriesShown = 50

/** Views across features: sessions, players, health of the ledger. It owns no table. */
export function openOverview(parts: OverviewParts) {
  const { platform, portal, accounts, staff, wallet, deposits, payments, withdrawals } = parts
  const { db, clock, config, build, jobs } = platform
  const startedAt = clock.now()
  const services = openServices(parts)

  const replyOf = (row: PlayerRow, balance: { cashMinor: bigint; heldMinor: bigint }) => ({
    id: row.id,
    player_name: row.player_name,
    mobile: row.mobile,
    market: row.market,
    currency: row.currency,
    chips: formatDecimal(balance.cashMinor),
    held: formatDecimal(balance.heldMinor),
    active: row.active,
    created_at: row.created_at.toISOString(),
  })
  const nothing = { cashMinor: 0n, heldMinor: 0n }
  /** In short what the health page says at length: every console page shows it when it is bad. */
  const books = () => {
    const broken = parts.books.results.filter((result) => result.violations > 0).length
    const isTrailBroken = staff.chain.check().isWhole === false
    return {
      ok: parts.books.checkedAt === null ? null : broken === 0 && !isTrailBroken,
      broken: broken + (isTrailBroken ? 1 : 0),
      checked_at: parts.books.checkedAt?.toISOString() ?? null,
    }
  }

  return {
    dashboard: openDashboard(parts),
    historyDownload: openHistoryDownload(parts),
    gamesPlayed: openGamesPlayed(platform),
    wallets: openWallets(parts),
    settings: openSettings(parts),
    audit: openAudit(parts),
    openWithdrawals: (playerId: string) => withdrawals.openOf(playerId),

    /** The signed-in operator, what waits in the queues, and from which amount on two operators are needed. */
    async me(session: StaffSession) {
      const settings = portal.settings()
      return {
        operator: { id: session.operatorId, name: session.name, role: session.role },
        mode: config.mode,
        portal_name: settings.names.portal,
        queues: {
          deposits: await deposits.waiting(),
          withdrawals: await withdrawals.waiting(),
          statements: await parts.statements.waiting(),
          batches: await withdrawals.batches.waiting(),
          approvals: await parts.approvals.changes.count(session),
          cases: (await payments.reader.casesWaiting()) + (await parts.help.waiting()),
        },
        four_eyes: (Object.keys(markets) as Market[]).map((market) => ({
          market,
          currency: markets[market].currency,
          amount: formatDecimal(BigInt(settings.four_eyes_minor[market])),
        })),
        books: books(),
      }
    },

    async health() {
      const trial = await wallet.trialBalance(db.kysely)
      return {
        build,
        engine: db.engine,
        started_at: startedAt.toISOString(),
        invariants: {
          checked_at: parts.books.checkedAt?.toISOString() ?? null,
          whole_at: parts.books.wholeAt?.toISOString() ?? null,
          ok: parts.books.checkedAt === null ? null : parts.books.results.every((result) => result.violations === 0),
          checks: parts.books.results,
        },
        trial_balance: trial.map(({ account, currency, debitMinor, creditMinor }) => ({
          account,
          currency,
          debit: formatDecimal(debitMinor),
          credit: formatDecimal(creditMinor),
        })),
        services: await services(),
        jobs: jobs.list().map((job) => ({
          name: job.name,
          each_s: Math.round(job.eachMs / 1_000),
          last_run_at: job.endedAt?.toISOString() ?? null,
          took_ms: job.tookMs,
          failures: job.failures,
          ok: job.isOk && !jobIsLate(job, clock.now()),
        })),
        audit: auditReply(staff.chain.check()),
        alarms: await parts.alarms.list(),
      }
    },

    /** Players by name, mobile or deposit code, newest first. */
    async players(query: { q?: string | undefined; cursor?: string | undefined }) {
      const found = await accounts.searchPlayers(searchText(query.q), {
        limit: playersPage + 1,
        beforeId: query.cursor,
      })
      const { rows, nextCursor } = pageOf(found, playersPage)
      const balances = await balancesOf(
        db.kysely,
        rows.map((row) => row.id),
      )
      return { players: rows.map((row) => replyOf(row, balances.get(row.id) ?? nothing)), next_cursor: nextCursor }
    },

    /** One player with the latest entries of the ledger. @throws Refusal `not_found` */
    async player(playerId: string) {
      const row = await accounts.findPlayer(playerId)
      if (!row) throw new Refusal('not_found')
      const balance = await wallet.balance(db.kysely, playerId)
      if (!balance) throw new Refusal('not_found')
      const entries = await wallet.entries(db.kysely, playerId, { limit: entriesShown })
      return {
        player: {
          ...replyOf(row, balance),
          bonus: formatDecimal(balance.bonusMinor),
          in_play: formatDecimal(balance.inPlayMinor),
          debt: formatDecimal(balance.debtMinor),
          open_withdrawals: await withdrawals.openOf(playerId),
          wallet: balance.closed ? ('closed' as const) : balance.frozen ? ('frozen' as const) : ('open' as const),
        },
        entries: entries.map(entryReply),
      }
    },

    /** Suspends a player or lifts it, with the reason in the trail; what is so already is left alone. @throws Refusal `not_found` */
    setPlayerActive(playerId: string, by: StaffSession, { active, reason }: { active: boolean; reason: string }) {
      return db.transaction(async (tx) => {
        const row = await tx
          .selectFrom('accounts.player_card')
          .select('active')
          .where('id', '=', playerId)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new Refusal('not_found')
        if (row.active === active) return
        await accounts.setActive(tx, playerId, active)
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: active ? 'player.activate' : 'player.suspend',
          subject: playerId,
          text: `${active ? 'Lifted the suspension' : 'Suspended'}: ${reason}`,
          before: { active: row.active },
          after: { active },
        })
      })
    },

    /** Signs a player out everywhere; answers from how many places. @throws Refusal `not_found` */
    endSessions(playerId: string, by: StaffSession, reason: string) {
      return db.transaction(async (tx) => {
        if (!(await accounts.findPlayer(playerId, tx))) throw new Refusal('not_found')
        const ended = await accounts.sessions.end(
          tx,
          playerId,
          {},
          'Support has signed you out. You can sign in again.',
        )
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'player.sign-out',
          subject: playerId,
          text: `Signed the player out everywhere: ${reason}`,
          before: null,
          after: { ended },
        })
        return ended
      })
    },
  }
}

const auditReply = (check: ChainCheck) => ({
  checked_at: check.checkedAt?.toISOString() ?? null,
  ok: check.isWhole ?? null,
  entries: check.entries,
  head: check.head ?? null,
  broken_at: check.brokenAt ?? null,
})
