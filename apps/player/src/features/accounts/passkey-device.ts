import { ApiError } from '@dhow/client/api-error'
import type {
  PasskeyCreation,
  PasskeyRequest,
  RegisteredCredential,
  SignedCredential,
} from '@dhow/contract/passkey-shapes'

/** Loads the passkey code on first use. */
const fetchCode = () => import('@dhow/client/passkey')

/** Replaces the browser's own error text, which differs by browser. */
const refusal = (sentence: string) => new ApiError(0, 'passkey', sentence)

/** Asks the device for a new passkey. @throws ApiError if it has one already or makes none */
export async function makePasskey(
  options: PasskeyCreation,
  sentences: { there: string; none: string },
): Promise<RegisteredCredential> {
  const code = await fetchCode()
  return code.makePasskey(options).catch((error: unknown) => {
    throw refusal(code.isPasskeyThere(error) ? sentences.there : sentences.none)
  })
}

/** Asks the device to sign with a passkey of the player's choice. @throws ApiError with `sentence` */
export async function signWithPasskey(options: PasskeyRequest, sentence: string): Promise<SignedCredential> {
  const code = await fetchCode()
  return code.signWithPasskey(options).catch(() => {
    throw refusal(sentence)
  })
}

/**
 * Lets the browser, where it can, suggest passkeys in the field of the mobile number until `isOver`. Returns the signed credential, or undefined if
 * none was chosen.
 */
export async function suggestPasskeys(
  begin: () => Promise<PasskeyRequest>,
  isOver: () => boolean,
): Promise<SignedCredential | undefined> {
  const code = await fetchCode()
  if (isOver() || !(await code.canSuggestPasskeys())) return undefined
  const options = await begin()
  return isOver() ? undefined : code.signWithPasskey(options, { asSuggestion: true })
}

/** Ends the suggestions. */
export const stopSuggestions = () => fetchCode().then(({ stopPasskey }) => stopPasskey())
