import { operatorText } from '@dhow/contract/operator-texts'
import { Refusal } from '../../platform/refusal.ts'

/** Origin of a sign-in: address, and the browser's id and name if it has them. */
export interface StaffOrigin {
  ip: string
  deviceId: string | undefined
  userAgent: string | undefined
}

export const signInRules = {
  ticketMs: 5 * 60_000,
  enrolTicketMs: 30 * 60_000,
  ticketTries: 5,
  idleMs: 15 * 60_000,
  absoluteMs: 12 * 3_600_000,
  passwordLength: 12,
}

/** @throws Refusal `password_weak` if a new password is too short or contains the operator's name */
export function refuseWeakPassword(name: string, password: string | undefined): asserts password is string {
  if (
    password === undefined ||
    password.length < signInRules.passwordLength ||
    password.toLowerCase().includes(name.toLowerCase())
  ) {
    throw new Refusal('password_weak', {
      fields: { new_password: [operatorText('staff_password_rule', {})] },
    })
  }
}
