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
  summary: 'Begin to add a passkey, by the password; answers the options for the browser, good for five minutes.',
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
    'Add the passkey that the browser made; without a name it has that of the device. The device has to have checked its user.',
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
  summary: 'Rename a passkey. The timeline keeps the former name.',
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
  summary: 'Remove a passkey, by the password.',
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
  summary: 'Begin a sign-in by passkey: answers the options for this browser, good for five minutes and one answer.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, options: passkeyRequest }),
  refusals: [],
})

export const passkeyLogin = operation({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/login/passkey',
  access: 'optional',
  summary: 'Sign in by the signature of a passkey whose device has checked its user; no code is asked for.',
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
