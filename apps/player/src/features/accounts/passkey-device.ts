import { ApiError } from '@dhow/client/api-error'
import type {
  PasskeyCreation,
  PasskeyRequest,
  RegisteredCredential,
  SignedCredential,
} from '@dhow/contract/passkey-shapes'

/** Code that no screen brings along: it comes once somebody wants a passkey. */
const fetchCode = () => import('@dhow/client/passkey')

/** The device's own words differ by browser, and some name it: a sentence of ours stands in their place. */
const refusal = (sentence: string) => new ApiError(0, 'passkey', sentence)

/** Asks the device for a new passkey. @throws ApiError with the sentence for a device that has one already, or made none */
export async function makePasskey(
  options: PasskeyCreation,
  sentences: { there: string; none: string },
): Promise<RegisteredCredential> {
  const code = await fetchCode()
  return code.makePasskey(options).catch((error: unknown) => {
    throw refusal(code.isPasskeyThere(error) ? sentences.there : sentences.none)
  })
}

/** Asks the device to sign with a passkey of the player's choice. @throws ApiError with the sentence where it did not */
export async function signWithPasskey(options: PasskeyRequest, sentence: string): Promise<SignedCredential> {
  const code = await fetchCode()
  return code.signWithPasskey(options).catch(() => {
    throw refusal(sentence)
  })
}

/**
 * Lets the browser suggest passkeys in the field of the mobile number, where it can, until `isOver`; answers the signature of the one that was
 * chosen, and undefined where none was.
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
