import { ApiError } from '@dhow/client/api-error'
import * as device from '@dhow/client/passkey'
import type {
  PasskeyCreation,
  PasskeyRequest,
  RegisteredCredential,
  SignedCredential,
} from '@dhow/contract/passkey-shapes'
import { en } from './words/en.ts'

export { canUsePasskeys } from '@dhow/client/passkey'

/** Asks the device for a new passkey. @throws ApiError with a sentence if it makes none */
export const makePasskey = (options: PasskeyCreation): Promise<RegisteredCredential> =>
  device.makePasskey(options).catch(refuse)

/** Asks the device to sign with one of the operator's passkeys. @throws ApiError with a sentence if it does not */
export const signWithPasskey = (options: PasskeyRequest): Promise<SignedCredential> =>
  device.signWithPasskey(options).catch(refuse)

/** Replaces the browser's own error text, which differs by browser. */
function refuse(error: unknown): never {
  const { known, none } = en.myAccount.passkeys
  throw new ApiError(0, 'passkey', device.isPasskeyThere(error) ? known : none)
}
