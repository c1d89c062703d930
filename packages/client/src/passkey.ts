import type {
  PasskeyCreation,
  PasskeyRequest,
  RegisteredCredential,
  SignedCredential,
} from '@dhow/contract/passkey-shapes'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** True if this browser can make and use passkeys at this address. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** True if this browser can suggest passkeys in a field, like passwords. */
export const canSuggestPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** Asks the device for a new passkey. @throws the browser's Error if it makes none */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<RegisteredCredential> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports: transports ?? [] } }
}

/**
 * Asks the device to sign with a passkey. `asSuggestion` waits until one is chosen among the browser's suggestions in the field whose
 * `autocomplete` ends with `webauthn`; the next request ends that.
 * @throws the browser's Error if it does not sign
 */
export async function signWithPasskey(
  optionsJSON: PasskeyRequest,
  { asSuggestion = false } = {},
): Promise<SignedCredential> {
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: asSuggestion })
  const { id, rawId, type, response } = signed
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }
}

/** Ends a pending request, if any. */
export const stopPasskey = (): void => WebAuthnAbortService.cancelCeremony()

/** True if a device made no passkey because it already has one for this account. */
export const isPasskeyThere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'
