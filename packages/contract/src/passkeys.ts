import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { passkeyCreation, passkeyRequest, registeredCredential, signedCredential } from './passkey-shapes.ts'
import { idOf, instant, success } from './shapes.ts'
import { operator, ownFactors } from './staff.ts'

/** Passkeys of operators: registered and removed with password and code, and used at sign-in instead of the code. */

export const passkeyRefusals = {
  passkey_wrong: {
    status: 422,
    sentence: 'The passkey was not accepted. Start again, with a passkey of this console.',
  },
  passkey_unknown: { status: 404, sentence: 'There is no such passkey.' },
  passkey_taken: { status: 409, sentence: 'This passkey is registered already.' },
  passkeys_full: { status: 409, sentence: 'You have ten passkeys. Remove one first.' },
} as const

const passkey = z.object({ id: z.string(), name: z.string(), created_at: instant, last_used_at: z.nullable(instant) })
const name = z
  .string()
  .check(z.trim(), z.minLength(1, fault('passkey_name_rule')), z.maxLength(40, fault('passkey_name_rule')))
const passkeyId = z.object({ id: idOf('pky') })
const ticket = z.string().check(z.maxLength(100))

export const ownPasskeys = operation({
  name: 'ownPasskeys',
  method: 'GET',
  path: '/staff/me/passkeys',
  access: 'staff',
  needs: [],
  summary: 'The caller’s passkeys, oldest first.',
  reply: z.object({ status: success, passkeys: z.array(passkey) }),
  refusals: [],
})

export const beginPasskey = operation({
  name: 'beginPasskey',
  method: 'POST',
  path: '/staff/me/passkeys/begin',
  access: 'staff',
  needs: [],
  summary:
    'Begin to register a passkey, with password and code. Answers the options for the browser, valid for five minutes.',
  body: z.object(ownFactors),
  reply: z.object({ status: success, options: passkeyCreation }),
  refusals: ['own_account_wrong', 'staff_locked', 'passkeys_full'],
})

export const addPasskey = operation({
  name: 'addPasskey',
  method: 'POST',
  path: '/staff/me/passkeys',
  access: 'staff',
  needs: [],
  summary: 'Register the passkey that the browser created, under a name. The device must have verified its user.',
  body: z.object({ name, credential: registeredCredential }),
  reply: z.object({ status: success, passkey }),
  refusals: ['passkey_wrong', 'passkey_taken', 'passkeys_full'],
})

export const renamePasskey = operation({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/staff/me/passkeys/:id',
  access: 'staff',
  needs: [],
  summary: 'Rename one of the caller’s passkeys.',
  params: passkeyId,
  body: z.object({ name }),
  reply: z.object({ status: success }),
  refusals: ['passkey_unknown'],
})

export const removePasskey = operation({
  name: 'removePasskey',
  method: 'POST',
  path: '/staff/me/passkeys/:id/remove',
  access: 'staff',
  needs: [],
  summary: 'Remove one of the caller’s passkeys, with password and code. Other sessions end.',
  params: passkeyId,
  body: z.object(ownFactors),
  reply: z.object({ status: success }),
  refusals: ['passkey_unknown', 'own_account_wrong', 'staff_locked'],
})

export const beginPasskeySignIn = operation({
  name: 'beginPasskeySignIn',
  method: 'POST',
  path: '/staff/sign-in/passkey/begin',
  access: 'public',
  summary: 'Begin the second factor by passkey, with the ticket of the first. Answers the options for the browser.',
  body: z.object({ ticket }),
  reply: z.object({ status: success, options: passkeyRequest }),
  refusals: ['staff_credentials_wrong'],
})

export const passkeySignIn = operation({
  name: 'passkeySignIn',
  method: 'POST',
  path: '/staff/sign-in/passkey',
  access: 'public',
  summary: 'Complete the second factor with the signature of a passkey. The device must have verified its user.',
  body: z.object({ ticket, credential: signedCredential }),
  reply: z.object({ status: success, operator }),
  refusals: ['staff_credentials_wrong', 'staff_locked'],
})

export const passkeyOperations = [
  ownPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  passkeySignIn,
]
