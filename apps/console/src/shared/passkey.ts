import { ApiError } from '@dhow/client/api-error'
import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import type { addPasskey, beginPasskey, beginPasskeySignIn, passkeySignIn } from '@dhow/contract/passkeys'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { en } from './words/en.ts'

/** Whether this browser can make and use passkeys at this address. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** Asks the device for a new passkey. @throws ApiError with a sentence where it made none */
export async function makePasskey(
  optionsJSON: ReplyOf<typeof beginPasskey>['options'],
): Promise<BodyOf<typeof addPasskey>['credential']> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(refuse)
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports: transports ?? [] } }
}

/** Asks the device to sign with one of the operator's passkeys. @throws ApiError with a sentence where it did not */
export async function signWithPasskey(
  optionsJSON: ReplyOf<typeof beginPasskeySignIn>['options'],
): Promise<BodyOf<typeof passkeySignIn>['credential']> {
  const signed = await startAuthentication({ optionsJSON }).catch(refuse)
  const { id, rawId, type, response } = signed
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }
}

/** The device's own words differ by browser, and some name it: a sentence of ours stands in their place. */
function refuse(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new ApiError(0, 'passkey', isKnown ? en.myAccount.passkeys.known : en.myAccount.passkeys.none)
}
