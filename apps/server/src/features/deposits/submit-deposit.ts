import { formatMoney, parseAmount } from '@dhow/contract/money'
import type { Currency } from '@dhow/contract/money'
import { currencies } from '@dhow/contract/money'
import { afterCommit } from '../../platform/db/index.ts'
import type { PlayerSession, UploadedFile } from '../../platform/http/call.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { hashDistance, type Picture } from '../../platform/pictures.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { DepositParts } from './index.ts'
import { rails, type Method } from './methods.ts'
import { normaliseReference, openStates } from './rules.ts'
import { addStep, addWarning, findDeposit, findDetail, openMinorOf } from './store.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'

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

/** Pictures this alike are most likely one picture, cropped or saved again. */
const similarBits = 6
/** An amount this large is looked at twice, as are a new player's first deposits. */
const newPlayerDays = 1

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
  const reference = referenceOf(submission.reference, detail.rail)
  const picture = submission.file && (await parts.takePicture(submission.file.bytes))
  if (submission.file && !picture)
    throw fieldRefusal('proof_unreadable', 'image', 'This picture cannot be read. Send a JPEG, PNG or WebP image.')

  const same = (row: DepositRow) =>
    row.player_id === session.playerId && row.declared_minor === amountMinor && row.state !== 'reversed'
  const content = [method.family, detail.id, amountMinor.toString(), reference, picture?.sha256.toString('hex') ?? null]

  const submit = () =>
    db.transaction(async (tx) => {
      const { reply } = await repeatable(
        tx,
        { operation: `submit:${method.family}`, playerId: session.playerId, key: idempotencyKey, content },
        async () => {
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
              proof_sha256: picture?.sha256 ?? null,
              proof_dhash: picture?.dhash ?? null,
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
          await addStep(tx, id, {
            depositId,
            at: now,
            state: 'submitted',
            text: `You told us of ${formatMoney(amountMinor, detail.currency)} with the reference ${reference}.`,
          })
          await warn(tx, parts, { depositId, playerId: session.playerId, reference, picture, amountMinor, detail })
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
      await noteClash(parts, detail, reference, session.playerId)
    throw error
  }
}

async function detailOf(parts: DepositParts, { method, session, detailId }: Submission): Promise<PaymentDetailRow> {
  if (parts.portal.settings().auto_deposit !== 1 || !parts.portal.paymentsOpen(session.market))
    throw new Refusal('deposits_unavailable')
  if (session.market !== method.market) throw new Refusal('method_unavailable')
  if (detailId === undefined || !/^\d{1,9}$/.test(detailId)) throw new Refusal('payment_details_missing')
  const detail = await findDetail(parts.platform.db.kysely, Number(detailId))
  if (!detail || detail.family !== method.family) throw new Refusal('payment_details_missing')
  if (!detail.enabled) throw new Refusal('method_unavailable')
  return detail
}

function amountWithin(text: string, detail: PaymentDetailRow): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', 'Enter a valid number')
  if (amountMinor < detail.min_minor)
    throw fieldRefusal(
      'amount_below_minimum',
      'amount',
      `Minimum allowed is ${plain(detail.currency, detail.min_minor)}`,
    )
  if (amountMinor > detail.max_minor)
    throw fieldRefusal(
      'amount_above_maximum',
      'amount',
      `Maximum allowed is ${plain(detail.currency, detail.max_minor)}`,
    )
  return amountMinor
}

/** `{currency} {min}` of the specification's sentence: the symbol, and the number without needless decimals. */
function plain(currency: Currency, minor: bigint): string {
  const whole =
    minor % 100n === 0n ? (minor / 100n).toString() : `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
  return `${currencies[currency].symbol} ${whole}`
}

function referenceOf(text: string, rail: string): string {
  const reference = normaliseReference(text)
  if (reference === '') throw fieldRefusal('reference_malformed', 'utr', 'UTR number is required')
  const rule = rails[rail]
  if (!rule?.pattern.test(reference))
    throw fieldRefusal(
      'reference_malformed',
      'utr',
      rule?.help ?? 'This reference does not look like one of this payment method.',
    )
  return reference
}

function fieldRefusal(code: ConstructorParameters<typeof Refusal>[0], field: string, sentence: string): Refusal {
  return new Refusal(code, { fields: { [field]: [sentence] }, data: { sentence } })
}

function holderOf(tx: Tx, detail: PaymentDetailRow, reference: string): Promise<DepositRow | undefined> {
  return tx
    .selectFrom('deposit')
    .selectAll()
    .where('currency', '=', detail.currency)
    .where('rail', '=', detail.rail)
    .where('ref_norm', '=', reference)
    .where('state', 'in', [...openStates, 'approved', 'reversed'])
    .executeTakeFirst()
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

interface Fresh {
  depositId: string
  playerId: string
  reference: string
  picture: Picture | undefined
  amountMinor: bigint
  detail: PaymentDetailRow
}

async function warn(
  tx: Tx,
  parts: DepositParts,
  { depositId, playerId, reference, picture, amountMinor, detail }: Fresh,
) {
  const earlier = await tx
    .selectFrom('deposit')
    .select(['id', 'state'])
    .where('ref_norm', '=', reference)
    .where('id', '!=', depositId)
    .limit(5)
    .execute()
  for (const other of earlier)
    await addWarning(tx, {
      depositId,
      code: 'reference_seen',
      otherId: other.id,
      text: `The reference stands on another deposit (${other.state}).`,
    })
  if (picture) {
    const pictures = await tx
      .selectFrom('deposit')
      .select(['id', 'proof_sha256', 'proof_dhash'])
      .where('proof_sha256', 'is not', null)
      .where('id', '!=', depositId)
      .orderBy('id', 'desc')
      .limit(5_000)
      .execute()
    for (const other of pictures) {
      if (Buffer.from(other.proof_sha256!).equals(picture.sha256))
        await addWarning(tx, {
          depositId,
          code: 'proof_seen',
          otherId: other.id,
          text: 'The very same screenshot was sent before.',
        })
      else if (hashDistance(Buffer.from(other.proof_dhash!), picture.dhash) <= similarBits)
        await addWarning(tx, {
          depositId,
          code: 'proof_similar',
          otherId: other.id,
          text: 'A screenshot that looks the same was sent before.',
        })
    }
  }
  const player = await parts.accounts.findPlayer(playerId, tx)
  if (player && parts.platform.clock.now().getTime() - player.created_at.getTime() < newPlayerDays * 86_400_000) {
    await addWarning(tx, { depositId, code: 'new_player', text: 'The account is less than a day old.' })
  }
  if (amountMinor >= BigInt(parts.portal.settings().four_eyes_minor[detail.market])) {
    await addWarning(tx, { depositId, code: 'large', text: 'A second operator has to confirm this amount.' })
  }
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
