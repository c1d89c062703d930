import { bind } from '../../platform/bind.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import { answerDeposit, cancelDeposit } from './answer-deposit.ts'
import { approveDeposit, approveIn } from './approve-deposit.ts'
import { askDeposit } from './ask-deposit.ts'
import { addDetail, registerDetailChanges, switchDetail, updateDetail } from './change-detail.ts'
import { chooseDeposit } from './choose-deposit.ts'
import { claimDeposit, releaseDeposit } from './claim-deposit.ts'
import { openCreditGate } from './credit-gate.ts'
import { depositReply, staffReply } from './deposit-replies.ts'
import { endDeposits } from './end-deposits.ts'
import { listDeposits } from './list-deposits.ts'
import { listQueue } from './list-queue.ts'
import type { DepositParts, GivenParts } from './parts.ts'
import { openProofs } from './prepare-proofs.ts'
import { methodOfDetail, readMethodStates, readPaymentDetails, readShownMethods } from './read-methods.ts'
import { readOwnDeposit } from './read-own-deposit.ts'
import { listProofs, readOwnProof, readProof } from './read-proof.ts'
import { rejectDeposit } from './reject-deposit.ts'
import { reverseDeposit } from './reverse-deposit.ts'
import { seedDetails } from './sandbox-details.ts'
import {
  countOpen,
  findDeposit,
  findNewest,
  findStepsOfAll,
  sumOpenMinor,
  readWaiting,
  readWaitingFor,
} from './store.ts'
import { submitDeposit } from './submit-deposit.ts'
import { openUsualMinutes } from './usual-minutes.ts'
import { openSubmissions } from './submit-batch.ts'

export { isClosed } from './availability.ts'
export { refuseInvalidLimits } from './detail-values.ts'
export { depositInvariants } from './invariants.ts'
export { detailName, methodName, methods, type ChooserMethod } from './methods.ts'
export { normaliseReference, openStates } from './rules.ts'
export { sumCreditedMinor } from './store.ts'
export { namedProofs } from './proof-files.ts'

const endEachMs = 60_000

export type Deposits = Awaited<ReturnType<typeof openDeposits>>

/** Manual deposits: transfers that a player reports and an operator checks against the bank. */
export async function openDeposits(given: GivenParts) {
  const { db, config } = given.platform
  const parts: DepositParts = {
    ...given,
    proofs: openProofs(given),
    submissions: openSubmissions(given.platform),
    usualMinutes: openUsualMinutes(given.platform),
    creditGate: openCreditGate(given),
  }
  const { creditGate, proofs } = parts
  registerDetailChanges(parts)
  if (config.mode === 'sandbox') await seedDetails(db.kysely)
  const stop = every(parts.platform, 'deposits-expire', endEachMs, () => endDeposits(parts))

  return {
    creditGate,
    proofs,
    noteVisit: parts.noteVisit,
    /** Operators' decisions. Each is one transaction: state, money, step and audit entry, or nothing. */
    review: bind(parts, {
      claim: claimDeposit,
      release: releaseDeposit,
      approve: approveDeposit,
      approveIn,
      reject: rejectDeposit,
      ask: askDeposit,
      reverse: reverseDeposit,
      /** Ends expired claims and deposits. */
      expire: endDeposits,
    }),
    /** Payment details, whose destination only two operators can change. */
    detailAdmin: bind(parts, { addDetail, updateDetail, switchDetail }),
    /** Deposits for players and operators. */
    reader: bind(parts, { reply: depositReply, history: listDeposits, queue: listQueue, staffReply }),
    ...bind(parts, {
      submit: submitDeposit,
      answer: answerDeposit,
      choose: chooseDeposit,
      cancel: cancelDeposit,
      paymentDetails: readPaymentDetails,
      methodOfDetail,
      /**
       * Manual methods shown to a market's players now, each with the combined limits of its details and its usual
       * duration.
       */
      shownMethods: readShownMethods,
      /** All manual methods with their details, for operators. */
      methodStates: readMethodStates,
      /** A deposit for its player, with its timeline and the question during a break. */
      ownReply: readOwnDeposit,
      /** A screenshot of a deposit, for operators. */
      proof: readProof,
      /** A screenshot for the player who sent it, and the list for several deposits. */
      ownProof: readOwnProof,
      proofsOf: listProofs,
    }),
    /** Number of a player's open deposits. */
    openCount: (playerId: string) => countOpen(db.kysely, playerId),
    /** Sum of a player's open deposits, in minor units. */
    openMinor: (tx: Tx, playerId: string) => sumOpenMinor(tx, playerId),
    /** A player's last deposit: its id and the code of its method; undefined before the first. */
    newest: (playerId: string) => findNewest(db.kysely, playerId),
    stepsOf: (depositIds: readonly string[]) => findStepsOfAll(db.kysely, depositIds),
    find: (depositId: string, reader: Db = db.kysely) => findDeposit(reader, depositId),
    /** Deposits that wait for an operator. */
    waiting: () => readWaiting(db.kysely),
    /** Deposits that wait for this operator: claimed, or for a second decision after an operator not in `notAfter`. */
    waitingFor: (operatorId: string, notAfter: readonly string[]) =>
      readWaitingFor(db.kysely, operatorId, notAfter, parts.platform.clock.now()),

    async close() {
      await stop()
      await proofs.close()
    },
  }
}
