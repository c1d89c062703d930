import { formatMoney } from '@dhow/contract/money'
import { afterCommit } from '../../platform/db/index.ts'
import type { PlayerSession, UploadedFile } from '../../platform/http/call.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tx } from '../../platform/db/index.ts'
import { amountWithin, fieldRefusal, referenceOf } from './fields.ts'
import type { DepositParts } from './index.ts'
import type { Method } from './methods.ts'
import { isTellable } from './opening.ts'
import { openStates, refusedAtMost } from './rules.ts'
import { addProof, addStep, addWarning, findDeposit, findDetail, holderOf, nextOfCode, openMinorOf } from './store.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'
import { warnOf } from './warn-of.ts'

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

/**
 * Takes in that a transfer was made. Nothing is credited here: the amount is what the player declares. The same transfer told twice is the
 * same deposit; a reference that another player told of is refused, and both are marked for the cashier.
 * @throws Refusal by field: `amount_…`, `reference_…`, `proof_…`; `deposits_unavailable`, `payment_details_missing`,
 * `too_many_open_deposits`, `key_changed`
 */
export async function submitDeposit(parts: DepositParts, submission: Submission): Promise<DepositRow> {
  const { db, clock, id, live } = parts.platform
  const { method, session, idempotencyKey } = submission
  const detail = await detailOf(parts, submission)
  const amountMinor = amountWithin(submission.amount, detail)
  const told = referenceOf(submission.reference, detail.rail)
  const picture = submission.file && (await parts.takePicture(submission.file.bytes))
  if (submission.file && !picture)
    throw fieldRefusal('proof_unreadable', 'image', 'This picture cannot be read. Send a JPEG, PNG or WebP image.')

  const same = (row: DepositRow) =>
    row.player_id === session.playerId && row.declared_minor === amountMinor && row.state !== 'reversed'
  const content = [method.family, detail.id, amountMinor.toString(), told, picture?.sha256.toString('hex') ?? null]

  const submit = () =>
    db.transaction(async (tx) => {
      const { reply } = await repeatable(
        tx,
        { operation: `submit:${method.family}`, playerId: session.playerId, key: idempotencyKey, content },
        async () => {
          const reference =
            told === (await codeOf(parts, tx, session.playerId))
              ? await nextOfCode(tx, session.playerId, told, amountMinor)
              : told
          const holder = await holderOf(tx, detail, reference)
          if (holder && same(holder)) return { id: holder.id }
          if (holder)
            throw new Refusal('reference_used', {
              fields: { utr: ['This reference was already submitted. Contact support.'] },
            })
          // Only a new deposit needs its proof: a repeat of one that stands brings nothing new.
          if (method.proofRequired && !picture)
            throw fieldRefusal('proof_required', 'image', 'Add a screenshot of the payment.')
          await refuseTooMany(tx, parts, session.playerId)
          await refuseAgain(tx, session.playerId, detail, reference)
          await refusePastLimits(tx, parts, session, amountMinor)
          const proofFile = picture ? await parts.files.put(picture.bytes) : null
          const now = clock.now()
          const depositId = id('dep')
          await tx
            .insertInto('deposit')
            .values({
              id: depositId,
              player_id: session.playerId,
              family: method.family,
              detail_id: detail.id,
              currency: detail.currency,
              rail: detail.rail,
              ref_raw: submission.reference.slice(0, 64),
              ref_norm: reference,
              declared_minor: amountMinor,
              credited_minor: null,
              state: 'submitted',
              reason: null,
              reason_note: null,
              proof_file: proofFile,
              claimed_by: null,
              claim_expires_at: null,
              first_approver: null,
              first_minor: null,
              second_approver: null,
              posting_id: null,
              submitted_at: now,
              updated_at: now,
              expires_at: new Date(now.getTime() + parts.portal.settings().deposits.expire_after_hours * 3_600_000),
              ip: submission.ip,
              user_agent: submission.userAgent,
            })
            .execute()
          if (picture && proofFile) await addProof(tx, id, { depositId, at: now, file: proofFile, picture })
          await addStep(tx, id, {
            depositId,
            at: now,
            state: 'submitted',
            text: `You told us of ${formatMoney(amountMinor, detail.currency)} with the reference ${reference}.`,
          })
          await warnOf(tx, parts, { depositId, playerId: session.playerId, reference, picture, amountMinor, detail })
          afterCommit(tx, () =>
            live.publish(session.playerId, {
              type: 'deposit',
              id: depositId,
              status: 'pending',
              text: 'We have your deposit and will check it.',
            }),
          )
          return { id: depositId }
        },
      )
      return (await findDeposit(tx, reply.id))!
    })

  try {
    return await submit()
  } catch (error) {
    // Somebody else's submission of this reference committed while ours was under way: the unique index says so. Look again.
    if ((error as { code?: string; constraint?: string }).constraint === 'deposit_reference') return submit()
    if (error instanceof Refusal && error.code === 'reference_used')
      await noteClash(parts, detail, told, session.playerId)
    throw error
  }
}

const codeOf = async ({ accounts }: DepositParts, tx: Tx, playerId: string) =>
  (await accounts.findPlayer(playerId, tx))?.deposit_code

async function detailOf(
  { portal, platform }: DepositParts,
  { method, session, detailId }: Submission,
): Promise<PaymentDetailRow> {
  const { auto_deposit, closed } = portal.settings()
  const now = platform.clock.now()
  if (auto_deposit !== 1 || !portal.paymentsOpen(session.market)) throw new Refusal('deposits_unavailable')
  if (session.market !== method.market) throw new Refusal('method_unavailable')
  if (detailId === undefined || !/^\d{1,9}$/.test(detailId)) throw new Refusal('payment_details_missing')
  const detail = await findDetail(platform.db.kysely, Number(detailId))
  if (!detail || detail.family !== method.family) throw new Refusal('payment_details_missing')
  const market = closed.deposits[session.market]
  if (market && !isTellable(market.at, now)) throw new Refusal('deposits_unavailable')
  const switched = closed.methods[method.code]
  if (switched && !isTellable(switched.at, now)) throw new Refusal('method_unavailable')
  if (!detail.enabled && !isTellable(detail.closed_at, now)) throw new Refusal('method_unavailable')
  return detail
}

/** A reference that the cashiers have refused again and again is not looked at once more. */
async function refuseAgain(tx: Tx, playerId: string, detail: PaymentDetailRow, reference: string) {
  const { count } = await tx
    .selectFrom('deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('currency', '=', detail.currency)
    .where('rail', '=', detail.rail)
    .where('ref_norm', '=', reference)
    .where('state', '=', 'rejected')
    .executeTakeFirstOrThrow()
  if (Number(count) >= refusedAtMost) throw new Refusal('resubmitted_often')
}

async function refuseTooMany(tx: Tx, parts: DepositParts, playerId: string) {
  const { count } = await tx
    .selectFrom('deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openStates])
    .executeTakeFirstOrThrow()
  if (Number(count) >= parts.portal.settings().deposits.open_at_most) throw new Refusal('too_many_open_deposits')
}

/** The player's own limits and breaks; what the player's open deposits declare counts as if it were in. */
async function refusePastLimits(
  tx: Tx,
  parts: DepositParts,
  { playerId, currency }: PlayerSession,
  amountMinor: bigint,
) {
  const openMinor = () => openMinorOf(tx, playerId)
  await parts.limits.refuseDeposit(tx, { playerId, currency, amountMinor, openMinor })
}

/** Marks the deposit that holds a reference when another player, or another amount, came with it too. */
async function noteClash(parts: DepositParts, detail: PaymentDetailRow, reference: string, playerId: string) {
  await parts.platform.db.transaction(async (tx) => {
    const holder = await holderOf(tx, detail, reference)
    if (!holder) return
    await addWarning(tx, {
      depositId: holder.id,
      code: 'reference_claimed',
      otherId: playerId,
      text: `The reference was sent again, by the player ${playerId}.`,
    })
  })
}
