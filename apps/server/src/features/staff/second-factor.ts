import { Secret, TOTP } from 'otpauth'
import type { Clock } from '@dhow/platform/clock'

const stepS = 30

/** A new secret for an authenticator, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const totp = (secret: string, name: string) =>
  new TOTP({
    issuer: 'Dhow console',
    label: name,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: stepS,
    algorithm: 'SHA1',
  })

/** URI for the QR code of an authenticator app. */
export const enrolUri = (secret: string, name: string): string => totp(secret, name).toString()

/** Time step of a code, allowing one step of drift either way; undefined for a wrong code. */
export function stepOf(clock: Clock, secret: string, name: string, code: string): bigint | undefined {
  const timestamp = clock.now().getTime()
  const delta = totp(secret, name).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1_000 / stepS) + delta)
}
