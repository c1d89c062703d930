import type { AttemptRule, Attempts, Use } from '../../platform/attempts.ts'

const windowS = 15 * 60

/** Limits of guesses at an operator's account, at one step of the sign-in. */
const rulesOf = (step: 'password' | 'code') =>
  ({
    /** A browser in which the operator passed both factors has its own tries. */
    device: { name: `staff.${step}.device`, windowS, most: 5, right: 'all' },
    here: { name: `staff.${step}.here`, windowS, most: 5, right: 'all' },
    prefix: { name: `staff.${step}.prefix`, windowS, most: 30, right: { earns: 1, savesUp: 30 } },
    account: { name: `staff.${step}.account`, windowS, most: 10, right: 'own' },
    accountDay: { name: `staff.${step}.account-day`, windowS: 86_400, most: 50, right: 'own' },
  }) as const satisfies Record<string, AttemptRule>

export const staffGuessRules = {
  password: rulesOf('password'),
  code: rulesOf('code'),
  ownAccount: { name: 'staff.own-account', windowS, most: 5, right: 'all' },
} as const

/**
 * Limits that a guess at one step counts towards; the account is the lower-case operator name, existing or not.
 * `device` if the operator has signed in with it before.
 */
export function staffUses(
  attempts: Attempts,
  step: 'password' | 'code',
  guess: { account: string; ip: string; device: string | undefined },
): Use[] {
  const rules = staffGuessRules[step]
  const { account, ip, device } = guess
  if (device !== undefined) return [{ rule: rules.device, subject: `${account}|${device}` }]
  const prefix = attempts.byPrefix(rules.prefix, ip)
  return [
    { rule: rules.here, subject: `${account}|${prefix.subject}` },
    prefix,
    { rule: rules.account, subject: account },
    { rule: rules.accountDay, subject: account },
  ]
}
