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

/** How long a device has to sign. */
export const challengeMs = 5 * 60_000
export type Challenge = Uint8Array<ArrayBuffer>

/** A passkey as its owner's feature keeps it. */
export interface KeptPasskey {
  /** In base64url, as browsers write it. */
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: PasskeyTransport[]
}

/** Site that passkeys are for: its origin is that of the browser's page, and its host the relying party. */
interface Site {
  origin: string
  name: string
  /** `required` where a sign-in does not ask first who somebody is. */
  residentKey: 'required' | 'preferred'
}

/**
 * Passkeys of one site, by WebAuthn level 2: the options for a browser, and the checks of its answers. Both ask that the device has checked its
 * user. Nothing is kept here: challenges, keys and counters are their feature's.
 */
export function openPasskeySite({ log }: Pick<Platform, 'log'>, { origin, name, residentKey }: Site) {
  const rpID = new URL(origin).hostname
  const expected = (challenge: string) => ({
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID },
    requireUserVerification: true,
  })
  const userVerification = 'required' as const
  const authenticatorSelection = { residentKey, requireResidentKey: residentKey === 'required', userVerification }
  /** The reasons of the library are for the log: the caller learns that it was wrong. */
  const note = (owner: string) => (error: unknown) => {
    log.warn({ err: error, owner }, 'a passkey was refused')
    return undefined
  }

  return {
    /** Options by which the browser makes a passkey; devices that have one of `known` make none. */
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

    /** Options by which the browser signs with one of `known`; with none named, with any that it has for the site. */
    async request(challenge: Challenge, known: readonly KeptPasskey[] = []): Promise<PasskeyRequest> {
      const allowCredentials = known.map(described)
      const made = await generateAuthenticationOptions({
        ...{ rpID, challenge, timeout: challengeMs, allowCredentials, userVerification },
      })
      return { ...made, rpId: rpID, timeout: challengeMs, allowCredentials, userVerification }
    },

    /** The new passkey that a browser made for a challenge; undefined where anything about it is wrong. */
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

    /** The count of signatures after this one; undefined where it is not one of the passkey over the challenge, or the count went back. */
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
