import type { FormTextParams } from '@dhow/contract/player-text-params'
import { textOf } from '@dhow/contract/player-texts'
import { hash, verify } from '@node-rs/argon2'
import type { PasswordCost } from '../../platform/password-cost.ts'
import { fieldRefusal } from '../../platform/refusal.ts'

/** Concurrent hashes: sign-ins must not use all the processor time. */
const atOnce = 2

/** Words at the top of every list of leaked passwords, and variants of this product's name. */
const common = [
  'password',
  'passwort',
  'qwerty',
  'qwertyuiop',
  'letmein',
  'welcome',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'monkey',
  'dragon',
  'master',
  'superman',
  'batman',
  'trustno1',
  'abcdefgh',
  'abcd1234',
  'zaq12wsx',
  '1q2w3e4r',
  '1qaz2wsx',
  'asdfghjk',
  'administrator',
  'changeme',
  'cricket',
  'sachin',
  'krishna',
  'india',
  'namibia',
  'windhoek',
  'casino',
  'jackpot',
  'dhow',
  'lucky',
]

/** Why a password is too weak, as the code of a text; undefined if it is acceptable. */
export function weakness(
  password: string,
  own: string[],
): Extract<keyof FormTextParams, `password_${string}`> | undefined {
  const plain = password.toLowerCase()
  const core = plain.replace(/[\d\W_]+$/, '').replace(/^[\d\W_]+/, '')
  if (/^(.)\1*$/.test(plain)) return 'password_same'
  if (isRun(plain)) return 'password_sequence'
  if (/^\d+$/.test(plain) && plain.length < 12) return 'password_digits'
  if (common.includes(core) || common.includes(plain)) return 'password_common'
  if (own.some((word) => word.length >= 4 && plain.includes(word.toLowerCase()))) return 'password_personal'
  return undefined
}

function isRun(text: string): boolean {
  const rows = ['01234567890', '09876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
  return rows.some((row) => row.includes(text))
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time for an unknown player as for a known one. */
  matches(hashed: string | undefined, password: string): Promise<boolean>
  /** @throws Refusal `password_weak` with the text under the field */
  refuseWeak(password: string, own: string[]): void
}

export async function openPasswords(cost: PasswordCost): Promise<Passwords> {
  const nobody = await hash('nobody has this password', cost)
  let free = atOnce
  const waiting: (() => void)[] = []
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async matches(hashed, password) {
      const right = await inTurn(() => verify(hashed ?? nobody, password))
      return hashed !== undefined && right
    },
    refuseWeak(password, own) {
      const fault = weakness(password, own)
      if (fault) throw fieldRefusal('password_weak', 'password', textOf(fault, {}))
    },
  }
}
