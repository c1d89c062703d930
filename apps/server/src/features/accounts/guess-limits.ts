import type { AttemptRule, Attempts, Use } from '../../platform/attempts.ts'

const hourS = 3_600
const dayS = 86_400

/** Unanswered codes to a number in a day: with five tries each, five times as many guesses. */
const codesPerNumber = 10

/** All limits of guesses and codes. Wrong answers count; right ones are given back. */
export const guessRules = {
  /** A device on which the player has entered a code has its own tries. */
  signInDevice: { name: 'sign-in.device', windowS: 1_800, most: 5, right: 'all' },
  /** Others are limited by number and network first, then by network, and last by number. */
  signInHere: { name: 'sign-in.here', windowS: 1_800, most: 5, right: 'all' },
  signInPrefix: { name: 'sign-in.prefix', windowS: 1_800, most: 30, right: { earns: 1, savesUp: 300 } },
  signInNumber: { name: 'sign-in.number', windowS: 1_800, most: 10, right: 'own' },
  signInNumberDay: { name: 'sign-in.number-day', windowS: dayS, most: 50, right: 'own' },
  /** Signatures cannot be guessed: this limits how many a network has checked. */
  passkeyPrefix: { name: 'passkey.prefix', windowS: 1_800, most: 30, right: { earns: 1, savesUp: 300 } },
  currentPassword: { name: 'password.current', windowS: 1_800, most: 5, right: 'all' },

  codePause: { name: 'code.pause', windowS: hourS, most: 1_000, pausesS: [30, 60, 120], right: 'own' },
  codeHour: { name: 'code.hour', windowS: hourS, most: 5, right: 'own' },
  codeDay: { name: 'code.day', windowS: dayS, most: codesPerNumber, right: 'own' },
  /** Every message costs money, even if its code is entered. */
  codeCost: { name: 'code.cost', windowS: dayS, most: 30 },
  codeNumber: { name: 'code.number', windowS: dayS, most: codesPerNumber, right: 'own' },
  /** Refilled by right answers; a network whose codes are never entered gets no more. */
  codePrefix: { name: 'code.prefix', windowS: hourS, most: 8, right: { earns: 4, savesUp: 500 } },
  codeTotal: { name: 'code.total', windowS: dayS, most: 20_000, right: 'own' },
} as const satisfies Record<string, AttemptRule>

/** Limit of all unanswered codes to strangers' numbers. */
export const codeTotal = { rule: guessRules.codeTotal, subject: 'everybody' } as const

/** Requester of a code, by how well they are known. */
export type Asker =
  /** Somebody who typed a number, from some address. */
  | { kind: 'stranger'; mobile: string; ip: string }
  /**
   * The player, known by a session, by a device on which a code was entered, or by the right password on this device.
   */
  | { kind: 'player'; mobile: string; account: string }

/** Limits that one code counts towards. */
export function codeUses(attempts: Attempts, asker: Asker, type: string, unansweredADay: number): Use[] {
  const { mobile } = asker
  const cost: Use = { rule: guessRules.codeCost, subject: mobile }
  const own = (account: string): Use[] => [
    { rule: guessRules.codePause, subject: `${account}|${type}` },
    { rule: guessRules.codeHour, subject: account },
    { rule: guessRules.codeDay, subject: account },
  ]
  if (asker.kind === 'player') return [cost, ...own(asker.account)]
  const prefix = attempts.byPrefix(guessRules.codePrefix, asker.ip)
  return [
    cost,
    ...own(`${mobile}|${prefix.subject}`),
    { rule: guessRules.codeNumber, subject: mobile },
    prefix,
    { ...codeTotal, most: unansweredADay },
  ]
}

/** Limits that a sign-in by password counts towards; `device` if the player has entered a code on it. */
export function signInUses(attempts: Attempts, mobile: string, ip: string, device: string | undefined): Use[] {
  if (device !== undefined) return [{ rule: guessRules.signInDevice, subject: `${mobile}|${device}` }]
  const prefix = attempts.byPrefix(guessRules.signInPrefix, ip)
  return [
    { rule: guessRules.signInHere, subject: `${mobile}|${prefix.subject}` },
    prefix,
    { rule: guessRules.signInNumber, subject: mobile },
    { rule: guessRules.signInNumberDay, subject: mobile },
  ]
}
