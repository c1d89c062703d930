import type { Insertable } from 'kysely'
import { formatMoney } from '@dhow/contract/money'
import { afterCommit, type Database, type Tx } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { PlayerSession, UploadedFile } from '../../platform/http/call.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { Refusal } from '../../platform/refusal.ts'
import { amountWithin, fieldRefusal, referenceOf } from './fields.ts'
import type { DepositParts } from './index.ts'
import type { Method } from './methods.ts'
import { isTellable } from './opening.ts'
import type { Arrived } from './prepare-proofs.ts'
import { normaliseReference, refusedAtMost } from './rules.ts'
import { addWarning, findDeposit, holderOf, nextOfCode, openMinorOf } from './store.ts'
import { factsOf, type Facts } from './submit-facts.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'
import { warningsOf } from './warn-of.ts'

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
  const { db } = parts.platform
  const { method, session, idempotencyKey, file } = submission
  const { playerId } = session
  const look = (at: Database | Tx, reference: string) => factsOf(at, playerId, submission.detailId, reference)
  const normal = normaliseReference(submission.reference)
  refuseClosed(parts, submission)
  const seen = await look(db, normal)
  const detail = refuseDetail(parts, submission, seen?.detail)
  const amountMinor = amountWithin(submission.amount, detail)
  const told = referenceOf(submission.reference, detail.rail)
  const picture = file && (await parts.proofs.arrived(file))

  const content = [method.family, detail.id, amountMinor.toString(), told, picture?.sha256.toString('hex') ?? null]
  const submit = (facts: Facts) =>
    db.transaction(async (tx) => {
      let written: DepositRow | undefined
      const { reply } = await repeatable(
        tx,
        { operation: `submit:${method.family}`, playerId, key: idempotencyKey, content },
        async () => {
          const isOwnCode = told === facts.depositCode
          const reference = isOwnCode ? await nextOfCode(tx, playerId, told, amountMinor) : told
          const known = isOwnCode ? (await look(tx, reference))! : facts
          const holder = known.holderId === null ? undefined : await findDeposit(tx, known.holderId)
          if (holder?.player_id === playerId && holder.declared_minor === amountMinor && holder.state !== 'reversed')
            return { id: holder.id }
          if (holder)
            throw new Refusal('reference_used', {
              fields: { utr: ['This reference was already submitted. Contact support.'] },
            })
          // Only a new deposit needs its proof: a repeat of one that stands brings nothing new.
          if (method.proofRequired && !picture)
            throw fieldRefusal('proof_required', 'image', 'Add a screenshot of the payment.')
          if (known.openCount >= parts.portal.settings().deposits.open_at_most)
            throw new Refusal('too_many_open_deposits')
          // A reference that the cashiers have refused again and again is not looked at once more.
          if (known.refusedCount >= refusedAtMost) throw new Refusal('resubmitted_often')
          await refusePastLimits(tx, parts, session, amountMinor)
          written = await write(tx, parts, submission, { facts: known, detail, amountMinor, reference, picture })
          return { id: written.id }
        },
      )
      return written ?? (await findDeposit(tx, reply.id))!
    })

  try {
    return await submit(seen!)
  } catch (error) {
    // Somebody else's submission of this reference committed while ours was under way: the unique index says so. Look again.
    if ((error as { code?: string; constraint?: string }).constraint === 'deposit_reference')
      return await submit((await look(db, told))!)
    if (error instanceof Refusal && error.code === 'reference_used') await noteClash(parts, detail, told, playerId)
    throw error
  } finally {
    await picture?.letGo()
  }
}

/** The deposit with its first step, its screenshot and why to look twice at it: one statement. */
async function write(
  tx: Tx,
  parts: DepositParts,
  { method, session, reference: raw, ip, userAgent }: Submission,
  {
    facts,
    detail,
    amountMinor,
    reference,
    picture,
  }: {
    facts: Facts
    detail: PaymentDetailRow
    amountMinor: bigint
    reference: string
    picture: Arrived | undefined
  },
): Promise<DepositRow> {
  const { clock, id, live } = parts.platform
  const { playerId } = session
  const now = clock.now()
  const depositId = id('dep')
  const warnings = await warningsOf(tx, parts, {
    playerSince: facts.playerSince,
    earlier: facts.earlier,
    sha256: picture?.sha256,
    amountMinor,
    detail,
  })
  const row: Insertable<Tables['deposit']> = {
    id: depositId,
    player_id: playerId,
    family: method.family,
    detail_id: detail.id,
    currency: detail.currency,
    rail: detail.rail,
    ref_raw: raw.slice(0, 64),
    ref_norm: reference,
    declared_minor: amountMinor,
    state: 'submitted',
    proof: picture ? 'preparing' : null,
    submitted_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + parts.portal.settings().deposits.expire_after_hours * 3_600_000),
    ip,
    user_agent: userAgent,
  }
  const step = {
    id: id('dst'),
    deposit_id: depositId,
    at: now,
    state: 'submitted',
    text: `You told us of ${formatMoney(amountMinor, detail.currency)} with the reference ${reference}.`,
    operator_id: null,
  }
  let statement = tx
    .with('written', (qb) => qb.insertInto('deposit').values(row).returningAll())
    .with('step', (qb) => qb.insertInto('deposit_step').values(step))
  if (picture)
    statement = statement.with('upload', (qb) =>
      qb.insertInto('deposit_upload').values(picture.keep(tx, depositId)),
    ) as typeof statement
  if (warnings.length > 0)
    statement = statement.with('warnings', (qb) =>
      qb
        .insertInto('deposit_warning')
        .values(warnings.map(({ code, otherId, text }) => ({ deposit_id: depositId, code, other_id: otherId, text })))
        .onConflict((conflict) => conflict.doNothing()),
    ) as typeof statement
  const written = await statement.selectFrom('written').selectAll().executeTakeFirstOrThrow()
  afterCommit(tx, () =>
    live.publish(playerId, {
      type: 'deposit',
      id: depositId,
      status: 'pending',
      text: 'We have your deposit and will check it.',
    }),
  )
  return written as DepositRow
}

function refuseClosed({ portal }: DepositParts, { method, session, detailId }: Submission) {
  if (portal.settings().auto_deposit !== 1 || !portal.paymentsOpen(session.market))
    throw new Refusal('deposits_unavailable')
  if (session.market !== method.market) throw new Refusal('method_unavailable')
  if (detailId === undefined || !/^\d{1,9}$/.test(detailId)) throw new Refusal('payment_details_missing')
}

function refuseDetail(
  { portal, platform }: DepositParts,
  { method, session }: Submission,
  detail: PaymentDetailRow | undefined,
): PaymentDetailRow {
  const { closed } = portal.settings()
  const now = platform.clock.now()
  if (!detail || detail.family !== method.family) throw new Refusal('payment_details_missing')
  const market = closed.deposits[session.market]
  if (market && !isTellable(market.at, now)) throw new Refusal('deposits_unavailable')
  const switched = closed.methods[method.code]
  if (switched && !isTellable(switched.at, now)) throw new Refusal('method_unavailable')
  if (!detail.enabled && !isTellable(detail.closed_at, now)) throw new Refusal('method_unavailable')
  return detail
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
