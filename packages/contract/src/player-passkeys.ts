import { sessionReply } from './accounts.ts'
import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { passkeyCreation, passkeyRequest, registeredCredential, signedCredential } from './passkey-shapes.ts'
import { idOf, instant, success } from './shapes.ts'

/** Passkeys of players: added and removed with the password, renamed, and used at sign-in instead of number, password and code. */

export const playerPasskeyRefusals = {
  player_passkey_wrong: { status: 422 },
  player_passkey_taken: { status: 409 },
  player_passkeys_full: { status: 409 },
} as const

const passkey = z.object({ id: z.string(), name: z.string(), created_at: instant, last_used_at: z.nullable(instant) })
const current_password = z.string().check(z.maxLength(128))

export const playerPasskeys = operation({
  name: 'playerPasskeys',
  method: 'GET',
  path: '/player/passkeys',
  access: 'player',
  summary: 'The player’s passkeys, oldest first.',
  reply: z.object({ status: success, passkeys: z.array(passkey) }),
  refusals: [],
})

export const beginPlayerPasskey = operation({
  name: 'beginPlayerPasskey',
  method: 'POST',
  path: '/player/passkeys/begin',
  access: 'player',
  summary: 'Begin to add a passkey, with the password. Answers the options for the browser, valid for five minutes.',
  body: z.object({ current_password }),
  reply: z.object({ status: success, options: passkeyCreation }),
  refusals: ['credentials_wrong', 'sign_in_locked', 'player_passkeys_full'],
})

export const addPlayerPasskey = operation({
  name: 'addPlayerPasskey',
  method: 'POST',
  path: '/player/passkeys',
  access: 'player',
  summary:
    'Add the passkey that the browser created; without a name it gets the device’s. The device must have verified its user.',
  body: z.object({
    name: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    credential: registeredCredential,
  }),
  reply: z.object({ status: success, passkey }),
  refusals: ['player_passkey_wrong', 'player_passkey_taken', 'player_passkeys_full'],
})

export const renamePlayerPasskey = operation({
  name: 'renamePlayerPasskey',
  method: 'POST',
  path: '/player/passkeys/:id/name',
  access: 'player',
  summary: 'Rename a passkey. The timeline records the former name.',
  params: z.object({ id: idOf('pky') }),
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) }),
  reply: z.object({ status: success, passkey }),
  refusals: ['not_found'],
})

export const removePlayerPasskey = operation({
  name: 'removePlayerPasskey',
  method: 'POST',
  path: '/player/passkeys/:id/remove',
  access: 'player',
  summary: 'Remove a passkey, with the password.',
  params: z.object({ id: idOf('pky') }),
  body: z.object({ current_password }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'credentials_wrong', 'sign_in_locked'],
})

export const beginPasskeyLogin = operation({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/login/passkey/begin',
  access: 'optional',
  summary: 'Begin a sign-in by passkey. Answers the options for this browser, valid once within five minutes.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, options: passkeyRequest }),
  refusals: [],
})

export const passkeyLogin = operation({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/login/passkey',
  access: 'optional',
  summary: 'Sign in with the signature of a passkey, without a code. The device must have verified its user.',
  body: z.object({ credential: signedCredential }),
  reply: sessionReply,
  refusals: ['player_passkey_wrong', 'sign_in_locked', 'player_inactive', 'closed_by_player', 'contact_us'],
})

export const playerPasskeyOperations = [
  playerPasskeys,
  beginPlayerPasskey,
  addPlayerPasskey,
  renamePlayerPasskey,
  removePlayerPasskey,
  beginPasskeyLogin,
  passkeyLogin,
]
