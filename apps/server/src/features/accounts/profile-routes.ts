import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import * as contract from '@dhow/contract/accounts'
import * as profile from '@dhow/contract/profile'
import { Bytes, done, Ready } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Accounts } from './index.ts'
import { nextNameChange } from './rename-player.ts'

/** Calls about the player's own name, avatar and preferences. */
export function serveProfile({ serve }: Listener, accounts: Accounts, { clock }: Platform) {
  serve(contract.profile, async ({ session }) => {
    const { json } = await accounts.profile(session)
    return new Ready(`{"status":"success","msg":"Profile","player":${json}}`)
  })
  serve(profile.updateProfile, async ({ body, session }) => {
    await accounts.rename(session.playerId, body.player_name)
    const row = await accounts.findPlayer(session.playerId)
    if (!row) throw new Refusal('session_invalid')
    const text = textOf('name_saved', {})
    return {
      ...done,
      text,
      msg: inEnglish(text),
      player: (await accounts.profile(session)).player,
      next_name_change_at: nextNameChange(row, clock.now())?.toISOString() ?? null,
    }
  })
  serve(profile.avatars, async ({ session }) => {
    const row = await accounts.findPlayer(session.playerId)
    return { ...done, avatars: accounts.avatars.set, chosen: accounts.avatars.chosenOf(row?.avatar ?? null) }
  })
  serve(profile.setAvatar, async ({ body, session }) => {
    await accounts.avatars.choose(session.playerId, body.id)
    return { ...done, msg: 'Your avatar is saved.', player: (await accounts.profile(session)).player }
  })
  serve(profile.uploadAvatar, async ({ file, session }) => {
    await accounts.avatars.upload(session.playerId, file)
    return { ...done, msg: 'Your avatar is saved.', player: (await accounts.profile(session)).player }
  })
  serve(profile.avatarPicture, async ({ params, reply }) => {
    const bytes = await accounts.avatars.picture(params.name.slice(0, 64))
    void reply.header('cache-control', 'public, max-age=86400, immutable')
    return new Bytes('image/webp', bytes)
  })
  serve(profile.getPreferences, async ({ session }) => ({
    ...done,
    ...(await accounts.preferences.read(session.playerId)),
  }))
  serve(profile.setPreferences, async ({ body, session }) => ({
    ...done,
    msg: 'Saved.',
    preferences: await accounts.preferences.change(session.playerId, body),
  }))
}
