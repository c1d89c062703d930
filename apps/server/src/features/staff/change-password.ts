import { hash } from '@node-rs/argon2'
import type { StaffSession } from '../../platform/http/call.ts'
import { refuseWeakPassword } from './sign-in-rules.ts'
import type { StaffParts } from './parts.ts'
import { type Factors, checkFactors, writeFactors, endOtherSessions, auditOwn } from './own-factors.ts'

/** @throws Refusal `own_account_wrong`, `password_weak`, `staff_locked` */
export async function changePassword(parts: StaffParts, by: StaffSession, factors: Factors, newPassword: string) {
  const {
    platform: { passwordCost, db },
  } = parts
  refuseWeakPassword(by.name, newPassword)
  const { step } = await checkFactors(parts, by, factors)
  const password_hash = await hash(newPassword, passwordCost)
  await db.transaction(async (tx) => {
    await writeFactors(tx, by, step, { password_hash })
    await endOtherSessions(parts, tx, by)
    await auditOwn(parts, tx, by, 'operator.password', 'changed their password')
  })
}
