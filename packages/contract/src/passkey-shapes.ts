import * as z from './bounded.ts'

/** WebAuthn level 2 structures of passkeys, for operators and players. */

const base64url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))
const outside = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
}
/** Transports between browser and device. */
const transports = z
  .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
  .check(z.maxLength(8))
/** A new passkey, as returned by the browser. */
export const registeredCredential = z.object({
  ...outside,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(8_000),
    transports,
  }),
})
/** A passkey's signature, as returned by the browser. */
export const signedCredential = z.object({
  ...outside,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
  }),
})
const described = z.object({ id: z.string(), type: z.literal('public-key'), transports })
const verification = z.enum(['required', 'preferred', 'discouraged'])
/** Options of `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({
    residentKey: verification,
    requireResidentKey: z.boolean(),
    userVerification: verification,
  }),
})
/** Options of `navigator.credentials.get`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(described),
  userVerification: verification,
})

export type RegisteredCredential = z.output<typeof registeredCredential>
export type SignedCredential = z.output<typeof signedCredential>
export type PasskeyCreation = z.output<typeof passkeyCreation>
export type PasskeyRequest = z.output<typeof passkeyRequest>
export type PasskeyTransport = z.output<typeof transports>[number]
