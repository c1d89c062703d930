import { verify } from '@node-rs/argon2'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { staffGuessRules } from './guess-limits.ts'
import { stepOf } from './second-factor.ts'
import { endSessions } from './set-operator.ts'
import type { StaffParts } from './parts.ts'

export interface Factors {
  current_password: string
  code: string
}

export const wrong = () => new Refusal('own_account_wrong')

/** Counts a guess, and uses up the code if it is right. @throws Refusal `own_account_wrong`, `staff_locked` */
export async function checkFactors(
  { attempts, platform: { db, clock }, secrets }: StaffParts,
  by: StaffSession,
  { current_password, code }: Factors,
) {
  const { onSuccess } = await attempts.reserve(
    [{ rule: staffGuessRules.ownAccount, subject: by.operatorId }],
    'staff_locked',
  )
  const row = await db.kysely
    .selectFrom('staff.operator')
    .selectAll()
    .where('id', '=', by.operatorId)
    .executeTakeFirstOrThrow()
  const isRight = await verify(row.password_hash, current_password)
  const secret = row.totp_secret && secrets.open('totp', Buffer.from(row.totp_secret))
  const step = secret ? stepOf(clock, secret, row.name, code) : undefined
  if (!isRight || step === undefined || step <= row.totp_step) throw wrong()
  await attempts.right(onSuccess, by.operatorId)
  return { row, step }
}

/** Counts a guess at the second factor only. @throws Refusal `own_account_wrong`, `staff_locked` */
export async function checkCode(
  { attempts, platform: { db, clock }, secrets }: StaffParts,
  by: StaffSession,
  code: string,
) {
  const { onSuccess } = await attempts.reserve(
    [{ rule: staffGuessRules.ownAccount, subject: by.operatorId }],
    'staff_locked',
  )
  const row = await db.kysely
    .selectFrom('staff.operator')
    .select(['name', 'totp_secret', 'totp_step'])
    .where('id', '=', by.operatorId)
    .executeTakeFirstOrThrow()
  const secret = row.totp_secret && secrets.open('totp', Buffer.from(row.totp_secret))
  const step = secret ? stepOf(clock, secret, row.name, code) : undefined
  if (step === undefined || step <= row.totp_step) throw wrong()
  await attempts.right(onSuccess, by.operatorId)
  return { step }
}

/** Writes a change of the operator, if the code's time step is still unused. */
export async function writeFactors(
  tx: Tx,
  by: StaffSession,
  step: bigint,
  change: { password_hash?: string; totp_secret?: Buffer; totp_step?: bigint },
) {
  const written = await tx
    .updateTable('staff.operator')
    .set({ totp_step: step, ...change })
    .where('id', '=', by.operatorId)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  if (written.numUpdatedRows !== 1n) throw wrong()
}

/** Ends other sessions, pending sign-ins, and a pending authenticator. */
export async function endOtherSessions(
  { platform: { clock } }: StaffParts,
  tx: Tx,
  { operatorId, sessionId }: StaffSession,
) {
  await endSessions(tx, operatorId, clock.now(), sessionId)
  await tx.deleteFrom('staff.operator_authenticator').where('operator_id', '=', operatorId).execute()
}

export function auditOwn(
  { audit }: StaffParts,
  tx: Tx,
  { operatorId, name }: StaffSession,
  action: string,
  text: string,
) {
  return audit(tx, { operatorId, action, subject: operatorId, text: `${name} ${text}`, before: null, after: null })
}
