import type {
  PasskeyCreation,
  PasskeyRequest,
  PasskeyTransport,
  RegisteredCredential,
  SignedCredential,
} from '@dhow/contract/passkey-shapes'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Platform } from './platform.ts'

/** Time to answer a challenge. */
export const challengeMs = 5 * 60_000
export type Challenge = Uint8Array<ArrayBuffer>

/** A passkey as its feature stores it. */
export interface KeptPasskey {
  /** In base64url, as browsers encode it. */
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: PasskeyTransport[]
}

/** Site of passkeys: the origin of the browser's page, whose host is the relying party. */
interface Site {
  origin: string
  name: string
  /** `required` if the sign-in does not ask for a user name first. */
  residentKey: 'required' | 'preferred'
}

/**
 * Passkeys of one site, by WebAuthn level 2: options for the browser, and checks of its answers. Both require user
 * verification. Challenges, keys and counters are stored by the feature.
 */
export function openPasskeySite({ log }: Pick<Platform, 'log'>, { origin, name, residentKey }: Site) {
  const rpID = new URL(origin).hostname
  const expected = (challenge: string) => ({
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID },
    requireUserVerification: true,
  })
  const userVerification = 'required' as const
  const authenticatorSelection = { residentKey, requireResidentKey: residentKey === 'required', userVerification }
  /** The library's reasons are logged; the caller only learns that the answer was wrong. */
  const note = (owner: string) => (error: unknown) => {
    log.warn({ err: error, owner }, 'a passkey was refused')
    return undefined
  }

  return {
    /** Options to create a passkey; devices that have one of `known` create none. */
    async creation(
      user: { id: string; name: string },
      challenge: Challenge,
      known: readonly KeptPasskey[],
    ): Promise<PasskeyCreation> {
      const excludeCredentials = known.map(described)
      const made = await generateRegistrationOptions({
        rpName: name,
        rpID,
        userName: user.name,
        userID: new Uint8Array(Buffer.from(user.id)),
        challenge,
        attestationType: 'none',
        excludeCredentials,
        timeout: challengeMs,
        authenticatorSelection,
      })
      return {
        ...made,
        ...{ rp: { id: rpID, name }, timeout: challengeMs, attestation: 'none' as const },
        ...{ excludeCredentials, authenticatorSelection },
      }
    },

    /** Options to sign with one of `known`, or with any passkey of the site if it is empty. */
    async request(challenge: Challenge, known: readonly KeptPasskey[] = []): Promise<PasskeyRequest> {
      const allowCredentials = known.map(described)
      const made = await generateAuthenticationOptions({
        ...{ rpID, challenge, timeout: challengeMs, allowCredentials, userVerification },
      })
      return { ...made, rpId: rpID, timeout: challengeMs, allowCredentials, userVerification }
    },

    /** The passkey that a browser created for a challenge; undefined if any check fails. */
    async madeBy(owner: string, challenge: string, sent: RegisteredCredential): Promise<KeptPasskey | undefined> {
      const response = { ...sent, clientExtensionResults: {} }
      const checked = await verifyRegistrationResponse({ response, ...expected(challenge) }).catch(note(owner))
      if (!checked?.verified) return undefined
      const { credential } = checked.registrationInfo
      return {
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: [...(credential.transports ?? [])],
      }
    },

    /** Signature counter after this one; undefined if it is invalid for passkey and challenge, or the counter fell. */
    async countAfter(
      owner: string,
      challenge: string,
      sent: SignedCredential,
      passkey: KeptPasskey,
    ): Promise<bigint | undefined> {
      const response = { ...sent, clientExtensionResults: {} }
      const { public_key, counter } = passkey
      const credential = { ...described(passkey), publicKey: new Uint8Array(public_key), counter: Number(counter) }
      const checked = await verifyAuthenticationResponse({ response, ...expected(challenge), credential }).catch(
        note(owner),
      )
      return checked?.verified ? BigInt(checked.authenticationInfo.newCounter) : undefined
    },
  }
}

const described = ({ credential_id, transports }: KeptPasskey) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
})
