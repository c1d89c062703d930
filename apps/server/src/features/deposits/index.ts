import type { Db, Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Files } from '../../platform/files.ts'
import type { TakePicture } from '../../platform/pictures.ts'
import type { PlayerSession, StaffSession } from '../../platform/http/call.ts'
import type { Attempts } from '../../platform/attempts.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { DepositChoice } from '@dhow/contract/deposits'
import { openServiceStates } from './services/rules.ts'
import type { HistoryQuery, Market } from '@dhow/contract/shapes'
import type { Accounts } from '../accounts/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import { markets, type Portal } from '../portal/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Invariant, Wallet } from '../wallet/index.ts'
import { answerDeposit, cancelDeposit, type Answer } from './answer-deposit.ts'
import { chooseDeposit } from './choose-deposit.ts'
import { openCreditGate, type CreditGate } from './credit-gate.ts'
import { methods, rails, sandboxDetails, type ChooserMethod, type Method } from './methods.ts'
import { isClosed } from './availability.ts'
import { limitsOf } from './detail-admin.ts'
import { openMethodAdmin } from './method-admin.ts'
import { openProofs, type Proofs } from './prepare-proofs.ts'
import { openReader } from './read-deposits.ts'
import { openReview } from './review-deposit.ts'
import { openStates, upiLink, waitingStates } from './rules.ts'
import { findDeposit, findDetail, findDetails, findProof, findSteps } from './store.ts'
import { openServices, serviceInvariants } from './services/index.ts'
import { submitDeposit, type Submission } from './submit-deposit.ts'
import { openSubmissions, type Submissions } from './submit-batch.ts'

export { methods, type Method } from './methods.ts'
export { normaliseReference, openStates } from './rules.ts'
export { openServiceStates, servicesOf } from './services/rules.ts'

export interface DepositParts {
  platform: Platform
  files: Files
  /** Folder of screenshots as uploaded; only the re-encoder reads them. */
  uploads: Files
  saysPicture: (bytes: Buffer) => Promise<boolean>
  takePicture: TakePicture
  proofs: Proofs
  submissions: Submissions
  creditGate: CreditGate
  secrets: Secrets
  portal: Portal
  attempts: Attempts
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Messages
  wallet: Wallet
  limits: Limits
  /**
   * Cancels what the player asked to be paid out and was not sent yet, and takes back what the credit of a deposit, which is this posting, has
   * brought its player beside the money. Leaves the player's accounts locked; answers the withdrawals that were cancelled.
   */
  onReversed(
    tx: Tx,
    credit: { playerId: string; postingId: bigint },
    act: { by: StaffSession; note: string },
  ): Promise<{ id: string }[]>
}

export type Deposits = Awaited<ReturnType<typeof openDeposits>>

export const depositInvariants: Invariant[] = [
  {
    name: 'deposit_days',
    title: 'The sums by day are those of the deposits that were credited',
    sql: `select coalesce(kept.player_id, own.player_id) from (select * from deposit_day where credited_minor <> 0) kept
          full join (
            select player_id, family, day, sum(credited_minor) as credited_minor from (
              select player_id, family, (submitted_at at time zone 'UTC')::date as day, credited_minor from deposit where state = 'approved'
              union all
              select player_id, service, (started_at at time zone 'UTC')::date, credited_minor from service_payment where state = 'succeeded'
            ) credited group by player_id, family, day
          ) own on own.player_id = kept.player_id and own.family = kept.family and own.day = kept.day
          where kept.credited_minor is distinct from own.credited_minor`,
  },
  {
    name: 'deposits',
    title: 'Each credited deposit has exactly its posting, and each deposit posting its deposit',
    sql: `select coalesce(deposit.id, posting.key) from (select * from deposit where state in ('approved', 'reversed')) deposit
          full join (select * from posting_beside_games where reason = 'deposit') posting on posting.key = 'deposit:' || deposit.id
          where deposit.id is null or posting.id is null or posting.id <> deposit.posting_id or posting.player_id <> deposit.player_id
             or deposit.credited_minor <> (select sum(amount_minor) from ledger_transfer where posting_id = posting.id and credit = 'cash')`,
  },
  {
    name: 'deposit_reversals',
    title: 'Each reversed deposit has exactly the posting that took it back, of the amount that was credited',
    sql: `select coalesce(deposit.id, posting.key) from (select * from deposit where state = 'reversed') deposit
          full join (select * from posting_beside_games where reason = 'deposit-reversal') posting
            on posting.key = 'deposit:' || deposit.id || ':reversal'
          where deposit.id is null or posting.id is null or posting.id <> deposit.reversal_id or posting.player_id <> deposit.player_id
             or deposit.credited_minor <> (select sum(amount_minor) from ledger_transfer
                                           where posting_id = posting.id and credit = 'bank_detail:' || deposit.detail_id)`,
  },
  ...serviceInvariants,
]

/** Money coming in: by transfers that an operator checks, and by services that confirm it themselves. */
export async function openDeposits(given: Omit<DepositParts, 'proofs' | 'submissions' | 'creditGate'>) {
  const { db, clock, config } = given.platform
  const proofs = openProofs(given)
  const parts: DepositParts = {
    ...given,
    proofs,
    submissions: openSubmissions(given.platform),
    creditGate: openCreditGate(given),
  }
  const review = openReview(parts)
  const reader = openReader(parts)
  const services = openServices(parts)
  if (config.mode === 'sandbox') await seedDetails()
  const stop = every(parts.platform, 'deposits-expire', 60_000, () => review.expire())

  async function seedDetails() {
    for (const detail of sandboxDetails) {
      await db.kysely
        .insertInto('payment_detail')
        .values({
          ...detail,
          lines: JSON.stringify(detail.lines),
          upi: detail.upi === null ? null : JSON.stringify(detail.upi),
          enabled: true,
        } as never)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
  }

  return {
    review,
    creditGate: parts.creditGate,
    admin: openMethodAdmin(parts, services),
    reader,
    services,
    proofs,
    submit: (submission: Submission) => submitDeposit(parts, submission),
    answer: (depositId: string, session: PlayerSession, answer: Answer) =>
      answerDeposit(parts, depositId, session, answer),
    choose: (paymentId: string, session: PlayerSession, choice: DepositChoice) =>
      chooseDeposit(parts, parts.creditGate, paymentId, { session, choice }),
    /** The question to a player on a break about a waiting payment. */
    choiceOf: async (row: { id: string; player_id: string; state: string }) =>
      [...openStates, ...openServiceStates].some((state) => state === row.state)
        ? ((await parts.creditGate.askedOf(db.kysely, row)) ?? null)
        : null,
    cancel: (depositId: string, session: PlayerSession) => cancelDeposit(parts, depositId, session),

    /**
     * Payment details; `wanted` is the specification's `payment_method_id`, which names the method by its number.
     * @throws Refusal `deposits_unavailable`, `method_unavailable`, `payment_details_missing`
     */
    async paymentDetails(method: Method, playerId: string, market: Market, wanted: string | undefined) {
      if (!parts.portal.depositsOpen(market)) throw new Refusal('deposits_unavailable')
      if (market !== method.market || isClosed(parts.portal, method.code)) throw new Refusal('method_unavailable')
      if (wanted !== undefined && wanted !== '' && wanted !== String(method.id))
        throw new Refusal('payment_details_missing')
      const rows = await findDetails(db.kysely, method.family, clock.now())
      if (rows.length === 0) throw new Refusal('payment_details_missing')
      const player = await parts.accounts.findPlayer(playerId)
      const code = player!.deposit_code
      const { currency, symbol } = markets[market]
      const details = rows.map((row) => ({
        id: row.id,
        name: row.name,
        lines: row.lines,
        qr: row.upi ? upiLink(row.upi, code) : null,
        rail: row.rail,
        reference_label: rails[row.rail]?.label ?? 'UTR number',
        reference_help: rails[row.rail]?.help ?? '',
        limits: { min: formatDecimal(row.min_minor), max: formatDecimal(row.max_minor) },
        proof_required: method.proofRequired,
        note: row.note,
      }))
      return { currency, symbol, deposit_code: code, details }
    },

    /** The manual method that a market's number names; without one, its bank transfer. @throws Refusal `payment_details_missing` */
    methodOf(market: Market, wanted: string | undefined): Method {
      const inMarket = methods.filter((method) => method.market === market)
      const method = wanted ? inMarket.find((candidate) => String(candidate.id) === wanted) : inMarket[0]
      if (!method) throw new Refusal('payment_details_missing')
      return method
    },

    /** The manual method that a payment detail belongs to. @throws Refusal `payment_details_missing` */
    async methodOfDetail(detailId: string | undefined): Promise<Method> {
      const row =
        detailId !== undefined && /^\d{1,9}$/.test(detailId) ? await findDetail(db.kysely, Number(detailId)) : undefined
      const method = row && methods.find((candidate) => candidate.family === row.family)
      if (!method) throw new Refusal('payment_details_missing')
      return method
    },

    /** The methods that are open in a market now, with the limits of their details together. */
    async openMethods(market: Market) {
      if (!parts.portal.depositsOpen(market)) return []
      const own = parts.portal.settings().methods
      const list = []
      for (const method of methods.filter((candidate) => candidate.market === market)) {
        if (isClosed(parts.portal, method.code)) continue
        const details = await findDetails(db.kysely, method.family, clock.now())
        if (details.length > 0) list.push(card(method, limitsOf(details), own[method.code]))
      }
      for (const service of services.configured())
        if (service.market === market && !isClosed(parts.portal, service.code))
          list.push({
            ...card(service, service.limits, own[service.code]),
            // A-Pay has a call of its own, by which the specification starts it.
            ...(service.kind === 'redirect' && service.code !== 'apay' ? { redirect: true } : {}),
          })
      const place = ({ code, id }: { code: string; id: number }) => own[code]?.position ?? id
      return list.sort((a, b) => place(a) - place(b) || a.id - b.id)
    },

    /** Every deposit of a player, whoever confirms it, newest first: ids of both kinds sort by their time behind the prefix. */
    async history(playerId: string, query: HistoryQuery) {
      const limit = query.limit ?? 20
      const after = (prefix: string) =>
        query.cursor === undefined ? query : { ...query, cursor: prefix + query.cursor.slice(prefix.length) }
      const pages = [
        await reader.history(playerId, after('dep_')),
        await services.reader.history(playerId, after('pay_')),
      ] as const
      const all = pages.flatMap((page) => page.data).sort((a, b) => (a.id.slice(4) < b.id.slice(4) ? 1 : -1))
      const data = all.slice(0, limit)
      const hasMore = all.length > limit || pages.some((page) => page.next_cursor !== null)
      const sum = formatDecimal(pages.reduce((total, page) => total + parseAmount(page.totals.in)!, 0n))
      return {
        data,
        next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null,
        totals: { in: sum, out: '0.00', net: sum },
      }
    },

    find: (depositId: string, reader: Db = db.kysely) => findDeposit(reader, depositId),
    steps: async (depositId: string) =>
      (await findSteps(db.kysely, depositId)).map((step) => ({ ...step, at: step.at.toISOString() })),

    /** A screenshot of a deposit, for staff: the newest, or so many before it. @throws Refusal `not_found` */
    async proof(depositId: string, back = 0): Promise<Buffer> {
      const name = await findProof(db.kysely, depositId, back)
      const bytes = name === undefined ? undefined : await parts.files.get(name)
      if (!bytes) throw new Refusal('not_found')
      return bytes
    },

    /** The number of deposits that wait for an operator. */
    async waiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('deposit')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', 'in', waitingStates)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async close() {
      await stop()
      await proofs.close()
      await services.close()
    },
  }
}

/** A method as the chooser shows it, with the operator's words where there are some. */
function card(
  method: ChooserMethod,
  { minMinor, maxMinor }: { minMinor: bigint; maxMinor: bigint },
  own: { display_name: string; description: string } | undefined,
) {
  return {
    id: method.id,
    code: method.code,
    name: method.name,
    display_name: own?.display_name ?? method.displayName,
    logo: null,
    description: own?.description ?? method.description,
    limits: { min: formatDecimal(minMinor), max: formatDecimal(maxMinor) },
    history_path: method.historyPath,
  }
}
