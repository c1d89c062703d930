import { createHash } from 'node:crypto'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { SignedCredential } from '@dhow/contract/passkey-shapes'
import { fieldsOf } from '@dhow/contract/records'
import { currency } from '@dhow/contract/shapes'
import { bind } from '../../platform/bind.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { challengeMs } from '../../platform/passkeys.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StaffParts } from './parts.ts'
import { listOperatorPasskeys, signingOptions, verifySignature } from './passkeys.ts'

/** A decision about money, with everything that its operator signs. */
export interface MoneyDecision {
  action: string
  subject: string
  amountMinor: bigint
  currency: Currency
  /** Receiver of the money: a payout account or a player. */
  payee: string
}

/**
 * Decisions that their operator signs with a passkey: the challenge commits to action, subject, amount and payee, once
 * and for five minutes.
 */
export function openStepUps(parts: StaffParts, isRequired: () => boolean) {
  return {
    ...bind(parts, { begin: beginStepUp, confirm: confirmStepUp }),
    /**
     * Uses up the call's step-up in the transaction of the decision; an operator without a passkey needs none unless
     * the settings require it.
     * @throws Refusal `step_up_needed` with the request to sign, `passkey_required`
     */
    require: (tx: Tx, by: StaffSession, decision: MoneyDecision) => requireStepUp(parts, tx, by, decision, isRequired),
  }
}

/** Hash over everything that is decided. */
const hashOf = ({ action, subject, amountMinor, currency, payee }: MoneyDecision): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(['dhow-step-up-1', action, subject, String(amountMinor), currency, payee]))
    .digest()

const sealUse = 'step-up'

async function requireStepUp(
  { platform: { clock }, secrets, audit }: StaffParts,
  tx: Tx,
  by: StaffSession,
  decision: MoneyDecision,
  isRequired: () => boolean,
): Promise<void> {
  // A change carried out by another operator is signed by that one.
  if (by.sessionId === '') return
  if ((await listOperatorPasskeys(tx, by.operatorId)).length === 0) {
    if (isRequired()) throw new Refusal('passkey_required')
    return
  }
  const used = await tx
    .updateTable('staff.step_up')
    .set({ used_at: clock.now() })
    .where('id', '=', by.stepUp ?? '')
    .where('operator_id', '=', by.operatorId)
    .where('session_id', '=', by.sessionId)
    .where('content_hash', '=', hashOf(decision))
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const amount = formatDecimal(decision.amountMinor)
  if (used.numUpdatedRows !== 1n) {
    const { amountMinor, ...rest } = decision
    const request = { ...rest, amountMinor: String(amountMinor), of: by.sessionId }
    throw new Refusal('step_up_needed', {
      data: {
        request: secrets.seal(sealUse, JSON.stringify(request)).toString('base64url'),
        ...rest,
        amount,
      },
    })
  }
  await audit(tx, {
    operatorId: by.operatorId,
    action: 'operator.step-up',
    subject: decision.subject,
    text: `Signed ${decision.action} of ${amount} ${decision.currency} by passkey`,
    before: null,
    after: { payee: decision.payee, step_up: by.stepUp },
  })
}

/** Decision in a request that was issued to this session. @throws Refusal `step_up_void` */
function openRequest({ secrets }: StaffParts, by: StaffSession, request: string): MoneyDecision {
  try {
    const sent = fieldsOf(JSON.parse(secrets.open(sealUse, Buffer.from(request, 'base64url'))))
    if (sent['of'] !== by.sessionId) throw new Refusal('step_up_void')
    return {
      action: String(sent['action']),
      subject: String(sent['subject']),
      amountMinor: BigInt(String(sent['amountMinor'])),
      currency: currency.parse(sent['currency']),
      payee: String(sent['payee']),
    }
  } catch {
    throw new Refusal('step_up_void')
  }
}

/** @throws Refusal `step_up_void`, `passkey_required` */
async function beginStepUp(parts: StaffParts, by: StaffSession, request: string) {
  const { platform } = parts
  const { db, clock, random, id } = platform
  const decision = openRequest(parts, by, request)
  if ((await listOperatorPasskeys(db.kysely, by.operatorId)).length === 0) throw new Refusal('passkey_required')
  const content_hash = hashOf(decision)
  const challenge = new Uint8Array(createHash('sha256').update(random.bytes(32)).update(content_hash).digest())
  const now = clock.now()
  const row = {
    id: id('stp'),
    operator_id: by.operatorId,
    session_id: by.sessionId,
    challenge: Buffer.from(challenge).toString('base64url'),
    content_hash,
    created_at: now,
    expires_at: new Date(now.getTime() + challengeMs),
    confirmed_at: null,
    used_at: null,
  }
  await db.kysely.insertInto('staff.step_up').values(row).execute()
  const { action, subject, amountMinor, currency, payee } = decision
  return {
    ...{ id: row.id, action, subject, amount: formatDecimal(amountMinor), currency, payee },
    until: row.expires_at.toISOString(),
    options: await signingOptions(platform, by.operatorId, challenge),
  }
}

/** @throws Refusal `step_up_void`, `passkey_wrong` */
async function confirmStepUp(parts: StaffParts, by: StaffSession, stepUpId: string, credential: SignedCredential) {
  const { db, clock } = parts.platform
  const open = await db.kysely
    .selectFrom('staff.step_up')
    .select('challenge')
    .where('id', '=', stepUpId)
    .where('operator_id', '=', by.operatorId)
    .where('session_id', '=', by.sessionId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!open) throw new Refusal('step_up_void')
  await verifySignature(parts, by.operatorId, open.challenge, credential)
  const confirmed = await db.kysely
    .updateTable('staff.step_up')
    .set({ confirmed_at: clock.now() })
    .where('id', '=', stepUpId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (confirmed.numUpdatedRows !== 1n) throw new Refusal('step_up_void')
}
