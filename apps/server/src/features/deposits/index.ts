import type { DepositChoice } from '@dhow/contract/deposits'
import type { Market } from '@dhow/contract/shapes'
import type { Db, Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { answerDeposit, cancelDeposit, type Answer } from './answer-deposit.ts'
import { chooseDeposit } from './choose-deposit.ts'
import { openCreditGate } from './credit-gate.ts'
import { openDetailAdmin } from './detail-admin.ts'
import { sandboxDetails, type Method } from './methods.ts'
import type { DepositParts } from './parts.ts'
import { openProofs } from './prepare-proofs.ts'
import { openReader } from './read-deposits.ts'
import { methodOfDetail, readMethodStates, readPaymentDetails, readShownMethods } from './read-methods.ts'
import { openReview } from './review-deposit.ts'
import { openStates, waitingStates } from './rules.ts'
import { countOpen, findDeposit, findProof, findSteps, openMinorOf } from './store.ts'
import { submitDeposit, type Submission } from './submit-deposit.ts'
import { openSubmissions } from './submit-batch.ts'
import type { DepositRow } from './tables.ts'

export { isClosed } from './availability.ts'
export { refuseOddLimits } from './detail-admin.ts'
export { depositInvariants } from './invariants.ts'
export { methods, type ChooserMethod, type Method } from './methods.ts'
export { normaliseReference, openStates } from './rules.ts'
export { creditedMinorOf } from './store.ts'

export type Deposits = Awaited<ReturnType<typeof openDeposits>>

/** Manual deposits: transfers that a player reports and an operator checks against the bank. */
export async function openDeposits(given: Omit<DepositParts, 'proofs' | 'submissions' | 'creditGate'>) {
  const { db, config } = given.platform
  const proofs = openProofs(given)
  const parts: DepositParts = {
    ...given,
    proofs,
    submissions: openSubmissions(given.platform),
    creditGate: openCreditGate(given),
  }
  const { creditGate } = parts
  const review = openReview(parts)
  const reader = openReader(parts)
  if (config.mode === 'sandbox') await seedDetails(db.kysely)
  const stop = every(parts.platform, 'deposits-expire', 60_000, () => review.expire())

  const steps = (depositId: string) => findSteps(db.kysely, depositId)

  /** The question to a player on a break about an open deposit. */
  const choiceOf = async (row: DepositRow) =>
    openStates.some((state) => state === row.state) ? ((await creditGate.askedOf(db.kysely, row)) ?? null) : null

  return {
    review,
    creditGate,
    detailAdmin: openDetailAdmin(parts),
    reader,
    proofs,
    steps,

    /** @throws Refusal as `submitDeposit` */
    submit: (submission: Submission) => submitDeposit(parts, submission),
    /** @throws Refusal as `answerDeposit` */
    answer: (depositId: string, session: PlayerSession, answer: Answer) =>
      answerDeposit(parts, depositId, session, answer),
    /** @throws Refusal as `chooseDeposit` */
    choose: (depositId: string, session: PlayerSession, choice: DepositChoice) =>
      chooseDeposit(parts, depositId, session, choice),
    /** @throws Refusal as `cancelDeposit` */
    cancel: (depositId: string, session: PlayerSession) => cancelDeposit(parts, depositId, session),

    /** @throws Refusal as `readPaymentDetails` */
    paymentDetails: (method: Method, playerId: string, market: Market, wanted: string | undefined) =>
      readPaymentDetails(parts, method, playerId, market, wanted),
    /** @throws Refusal `payment_details_missing` */
    methodOfDetail: (detailId: string | undefined) => methodOfDetail(parts, detailId),
    /** The manual methods that a market's players see now, each with the limits of its details together. */
    shownMethods: (market: Market) => readShownMethods(parts, market),
    /** Every manual method with its details, as operators set them. */
    methodStates: () => readMethodStates(parts),

    /** How many of a player's deposits are open. */
    openCount: (playerId: string) => countOpen(db.kysely, playerId),
    /** Sum of a player's open deposits, in minor units. */
    openMinor: (tx: Tx, playerId: string) => openMinorOf(tx, playerId),
    find: (depositId: string, reader: Db = db.kysely) => findDeposit(reader, depositId),

    /** A deposit as its player sees it, with its timeline and the question about a break. */
    ownReply: async (row: DepositRow) => ({
      ...reader.ownReply(row),
      choice: await choiceOf(row),
      timeline: await steps(row.id),
    }),

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
        .selectFrom('deposits.deposit')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', 'in', waitingStates)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async close() {
      await stop()
      await proofs.close()
    },
  }
}

/** Writes the sandbox's payment details where they are missing. */
async function seedDetails(db: Db) {
  for (const detail of sandboxDetails) {
    await db
      .insertInto('deposits.payment_detail')
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
