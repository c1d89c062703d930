import { textColumns } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { PlayerSession, UploadedFile } from '../../platform/http/call.ts'
import { contentHash, repeatable, type RepeatableCall } from '../../platform/http/repeatable.ts'
import { sqlStateOf, sqlStates } from '../../platform/db/errors.ts'
import { isOneOf } from '@dhow/contract/records'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { DepositParts } from './parts.ts'
import type { Method } from './methods.ts'
import { isReportable } from './availability.ts'
import type { Proofs } from './prepare-proofs.ts'
import type { ReceivedProof } from './receive-proof.ts'
import { amountWithin, referenceOf, maxRefused } from './rules.ts'
import { addWarning, findDeposit, findHolder, nextReference, warningRow } from './store.ts'
import { loadSubmissionContext } from './submission-context.ts'
import type { Draft } from './submit-batch.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'
import { claimedAgain, isLarge, warningsOf, type Warning } from './risk-flags.ts'

export interface Submission {
  method: Method
  session: PlayerSession
  amount: string
  reference: string
  detailId: string | undefined
  file: UploadedFile | undefined
  idempotencyKey: string | undefined
  ip: string
  userAgent: string
}

/** Parts that a submission needs. */
export type SubmissionParts = Pick<DepositParts, 'platform' | 'portal' | 'limits' | 'blocklists' | 'submissions'> & {
  proofs: Pick<Proofs, 'arrived'>
}

/** A submission whose fields are valid. */
interface Claim extends Submission {
  detail: PaymentDetailRow
  amountMinor: bigint
  /** Normalised reference. */
  reported: string
  picture: ReceivedProof | undefined
  call: RepeatableCall
}

/**
 * Records a transfer that a player reports. Nothing is credited: the amount is only declared. The same transfer
 * reported twice is the same deposit; a reference reported by another player is refused, and both are marked for the
 * operator.
 * @throws Refusal by field: `amount_…`, `reference_…`, `proof_…`; `deposits_unavailable`, `payment_details_missing`,
 * `too_many_open_deposits`, `contact_us`, `key_changed`
 */
export async function submitDeposit(parts: SubmissionParts, submission: Submission): Promise<DepositRow> {
  const { method, session, idempotencyKey, file } = submission
  const detail = refuseDetail(parts, submission, await parts.submissions.detail(refuseClosed(parts, submission)))
  const amountMinor = amountWithin(submission.amount, detail)
  const reported = referenceOf(submission.reference, detail.rail)
  const picture = file && (await parts.proofs.arrived(file))
  const content = [method.family, detail.id, amountMinor.toString(), reported, picture?.sha256.toString('hex') ?? null]
  const call = { operation: `submit:${method.family}`, playerId: session.playerId, key: idempotencyKey, content }
  const claim = { ...submission, detail, amountMinor, reported, picture, call }
  try {
    return await parts.platform.tracer.step(
      'deposit submitted',
      ({ id }) => id,
      async () => (await submitTogether(parts, claim)) ?? (await submitAlone(parts, claim)),
    )
  } finally {
    await picture?.discard()
  }
}

/**
 * The usual case, written in a group with other players'; undefined, with nothing written, if there may be an
 * objection.
 */
async function submitTogether(parts: SubmissionParts, claim: Claim): Promise<DepositRow | undefined> {
  if (claim.method.proofRequired && !claim.picture) return undefined
  const draft = draftOf(parts, claim, claim.reported)
  const isWritten = await parts.submissions.accept(draft).catch((error: unknown) => {
    // Another submission of this reference was committed meanwhile: decide this one alone.
    if (isConcurrentDuplicate(error)) return false
    throw error
  })
  if (!isWritten) return undefined
  claim.picture?.markCommitted()
  notifyReceived(parts, draft.row)
  return draft.row
}

/** All cases, with each refusal in order. */
async function submitAlone(parts: SubmissionParts, claim: Claim): Promise<DepositRow> {
  const { method, session, detail, amountMinor, picture, reported } = claim
  const { playerId } = session
  const submit = () =>
    parts.platform.db.transaction(async (tx) => {
      // Serialise submissions of one player, so that the limit on open ones holds.
      await parts.limits.lockDeposits(tx, playerId)
      let written: DepositRow | undefined
      const { reply } = await repeatable(tx, claim.call, async () => {
        const first = await loadSubmissionContext(tx, playerId, detail, reported)
        const isOwnCode = reported === first.depositCode
        const reference = isOwnCode ? await nextReference(tx, playerId, reported, amountMinor) : reported
        const facts = isOwnCode ? await loadSubmissionContext(tx, playerId, detail, reference) : first
        const holder = facts.holderId === null ? undefined : await findDeposit(tx, facts.holderId)
        if (holder?.player_id === playerId && holder.declared_minor === amountMinor && holder.state !== 'reversed')
          return { id: holder.id }
        if (holder) throw fieldRefusal('reference_used', 'utr', textOf('reference_used', {}))
        // Only a new deposit needs its proof, not a repeat.
        if (method.proofRequired && !picture)
          throw fieldRefusal('proof_required', 'image', textOf('proof_required', {}))
        if (facts.openCount >= parts.portal.settings().deposits.open_at_most)
          throw new Refusal('too_many_open_deposits')
        // A repeatedly refused reference is not reviewed again.
        if (facts.refusedCount >= maxRefused) throw new Refusal('resubmitted_often')
        await parts.limits.refuseDeposit(tx, { playerId, currency: session.currency, amountMinor })
        await parts.blocklists.refuse(tx, [{ kind: 'payer', value: reference }])
        const { playerSince, earlier } = facts
        const fresh = { playerSince, earlier, sha256: picture?.sha256, amountMinor, detail }
        const draft = draftOf(parts, claim, reference)
        await write(tx, draft, await warningsOf(tx, parts, fresh))
        afterCommit(tx, () => {
          picture?.markCommitted()
          notifyReceived(parts, draft.row)
        })
        written = draft.row
        return { id: written.id }
      })
      return written ?? required(await findDeposit(tx, reply.id), `deposit ${reply.id}`)
    })

  const submitAgain = (error: unknown) => {
    if (isConcurrentDuplicate(error)) return submit()
    throw error
  }
  try {
    return await submit().catch(submitAgain)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reference_used')
      await markBothDeposits(parts, detail, reported, playerId)
    throw error
  }
}

/** Whether a concurrent submission wrote the same reference or key, which the unique index reveals. */
const isConcurrentDuplicate = (error: unknown) =>
  isOneOf([sqlStates.uniqueViolation, sqlStates.deadlock], sqlStateOf(error))

function draftOf(
  { platform, portal }: SubmissionParts,
  { method, session, reference: raw, detail, amountMinor, picture, call, ip, userAgent }: Claim,
  reference: string,
): Draft {
  const { clock, id } = platform
  const { expire_after_hours, open_at_most } = portal.settings().deposits
  const now = clock.now()
  const depositId = id('dep')
  return {
    row: {
      id: depositId,
      player_id: session.playerId,
      family: method.family,
      detail_id: detail.id,
      currency: detail.currency,
      rail: detail.rail,
      ref_raw: raw.slice(0, 64),
      ref_norm: reference,
      declared_minor: amountMinor,
      credited_minor: null,
      state: 'submitted',
      reason: null,
      reason_note: null,
      proof_file: null,
      proof: picture ? 'preparing' : null,
      claimed_by: null,
      claim_expires_at: null,
      first_approver: null,
      first_minor: null,
      second_approver: null,
      posting_id: null,
      reversal_id: null,
      question: null,
      question_note: null,
      asked_at: null,
      answer: null,
      submitted_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + expire_after_hours * 3_600_000),
      version: 1,
      ip,
      user_agent: userAgent,
    },
    step: {
      id: id('dst'),
      text: textOf('deposit_declared', { amount: formatDecimal(amountMinor), currency: detail.currency, reference }),
    },
    upload: picture?.uploadOf(depositId),
    isLarge: isLarge(portal, amountMinor, detail.market),
    call: call.key === undefined ? undefined : { ...call, key: call.key, contentHash: contentHash(call) },
    maxOpen: open_at_most,
  }
}

/** Writes the deposit with its first step, screenshot and warnings in one statement. */
async function write(tx: Tx, { row, step, upload }: Draft, warnings: Warning[]) {
  let statement = tx.with('step', (qb) =>
    qb.insertInto('deposits.step').values({
      id: step.id,
      deposit_id: row.id,
      at: row.submitted_at,
      state: row.state,
      ...textColumns(step.text),
      operator_id: null,
    }),
  )
  if (upload)
    statement = statement.with('upload', (qb) => qb.insertInto('deposits.upload').values(upload)) as typeof statement
  if (warnings.length > 0)
    statement = statement.with('warnings', (qb) =>
      qb
        .insertInto('deposits.warning')
        .values(warnings.map((warning) => warningRow(row.id, warning)))
        .onConflict((conflict) => conflict.doNothing()),
    ) as typeof statement
  await statement.insertInto('deposits.deposit').values(row).execute()
}

const notifyReceived = ({ platform }: SubmissionParts, { id, player_id: playerId }: DepositRow) =>
  platform.live.publish(playerId, {
    type: 'deposit',
    id,
    status: 'pending',
    text: textOf('deposit_received', {}),
  })

/** Id of the payment detail, if the method accepts deposits. */
function refuseClosed({ portal }: SubmissionParts, { method, session, detailId }: Submission): number {
  if (portal.settings().auto_deposit !== 1 || !portal.paymentsOpen(session.market))
    throw new Refusal('deposits_unavailable')
  if (session.market !== method.market) throw new Refusal('method_unavailable')
  if (detailId === undefined || !/^\d{1,9}$/.test(detailId)) throw new Refusal('payment_details_missing')
  return Number(detailId)
}

function refuseDetail(
  { portal, platform }: SubmissionParts,
  { method, session }: Submission,
  detail: PaymentDetailRow | undefined,
): PaymentDetailRow {
  const { closed } = portal.settings()
  const now = platform.clock.now()
  if (!detail || detail.family !== method.family) throw new Refusal('payment_details_missing')
  const market = closed.deposits[session.market]
  if (market && !isReportable(market.at, now)) throw new Refusal('deposits_unavailable')
  const switched = closed.methods[method.code]
  if (switched && !isReportable(switched.at, now)) throw new Refusal('method_unavailable')
  if (!detail.enabled && !isReportable(detail.closed_at, now)) throw new Refusal('method_unavailable')
  return detail
}

/** Marks the deposit that holds a reference when another player, or another amount, used it too. */
async function markBothDeposits(parts: SubmissionParts, detail: PaymentDetailRow, reference: string, playerId: string) {
  await parts.platform.db.transaction(async (tx) => {
    const holder = await findHolder(tx, detail, reference)
    if (!holder) return
    await addWarning(tx, { depositId: holder.id, ...claimedAgain(playerId) })
  })
}
