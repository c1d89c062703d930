import { bind } from '../../platform/bind.ts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { CursorPage } from '../../platform/pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { openAvatars } from './avatars.ts'
import { changePassword } from './change-password.ts'
import { addClosing, dueClosings, findClosing, finishClosing, removeClosing, setSuspended } from './closings.ts'
import { openCodes } from './codes.ts'
import { findPlayersBy } from './find-players.ts'
import { finishRegistration, sweepRegistrations } from './finish-registration.ts'
import { codeTotal } from './guess-limits.ts'
import { heldData } from './held-data.ts'
import { openIdentity } from './identity.ts'
import { linkNotes } from './link-notes.ts'
import { forgetOrigins } from './origins.ts'
import { sendOwnCode, useOwnCode } from './own-codes.ts'
import { sweepChallenges } from './passkey-challenges.ts'
import { openPasskeys } from './passkeys.ts'
import type { AccountParts } from './parts.ts'
import { listSentCodes } from './list-sent-codes.ts'
import { openPasswords } from './passwords.ts'
import {
  changePlayer,
  findByMobile,
  findPlayer,
  findPlayers,
  nameIsTaken,
  searchPlayers,
  type PlayersPage,
} from './players.ts'
import { addTag, countTags, listUsedTags, removeTag, tagKey } from './player-tags.ts'
import { openPreferences } from './preferences.ts'
import { openProfiles } from './profiles.ts'
import { readMobile } from './read-mobile.ts'
import { openRenaming } from './rename-player.ts'
import { answerResetCode, resetPassword, sendResetCode } from './reset-password.ts'
import { openSessions } from './sessions.ts'
import { openSignIn } from './sign-in.ts'
import { resendRegistrationCode, startRegistration } from './start-registration.ts'

export { uploadedAvatars } from './avatars.ts'
export { normalMobile } from './mobile.ts'
export { requireCookie } from './browser.ts'
export { lockPlayer } from './players.ts'
export type { IdentityDecisionRow, PlayerClosingRow, PlayerRow } from './tables.ts'

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** Players, their sessions and devices, one-time codes and passwords. */
export async function openAccounts(platform: Platform, parts: AccountParts) {
  const { db, random, config, bus } = platform
  const { portal, sms, attempts } = parts
  const secrets = openSecrets(config.secretKey, random)
  const passwords = await openPasswords(platform.passwordCost)
  const sessions = openSessions(platform, () => portal.settings().session)
  const codes = openCodes({ platform, secrets, sms, portal, attempts })
  const profiles = openProfiles(platform, parts.balancesOf)
  const shared = { platform, parts, secrets, passwords, sessions, attempts, codes }

  const sweep = () => sweepAccounts(platform, attempts)
  const stopSweep = every(platform, 'accounts-sweep', 3_600_000, sweep)

  return {
    registration: bind(shared, {
      start: startRegistration,
      resend: resendRegistrationCode,
      finish: finishRegistration,
    }),
    signIn: openSignIn(shared),
    passkeys: openPasskeys(shared),
    setPassword: bind(shared, {
      forgot: sendResetCode,
      answerCode: answerResetCode,
      reset: resetPassword,
      change: changePassword,
    }),
    ...bind(shared, { sendOwnCode, useOwnCode }),
    ...{ sessions, linkNotes },
    avatars: openAvatars(platform, parts),
    preferences: openPreferences(platform),
    rename: openRenaming(platform),
    readMobile,
    closings: {
      ...{ find: findClosing, add: addClosing, remove: removeClosing, due: dueClosings, finish: finishClosing },
      setSuspended,
    },
    identity: openIdentity(bus),
    held: (playerId: string) => heldData(db.kysely, playerId),
    /** Times and purposes of codes sent to a number, without the codes. */
    sentCodes: (mobile: string, page: CursorPage) => listSentCodes(db.kysely, mobile, page),
    nameIsTaken: (name: string) => nameIsTaken(db.kysely, name),
    findPlayer: (playerId: string, reader: Db = db.kysely) => findPlayer(reader, playerId),
    findPlayers: async (playerIds: string[], reader: Db = db.kysely) =>
      new Map(playerIds.length === 0 ? [] : (await findPlayers(reader, playerIds)).map((row) => [row.id, row])),
    findByMobile: (mobile: string) => findByMobile(db.kysely, mobile),
    searchPlayers: (words: string | undefined, page: PlayersPage) => searchPlayers(db.kysely, words, page),
    tags: { key: tagKey, add: addTag, remove: removeTag, count: countTags, used: () => listUsedTags(db.kysely) },

    /** Players by id, name, number or other search text, best match first. */
    findBy: (text: string, asked: { limit: number; seesNumbers: boolean }) => findPlayersBy(db.kysely, text, asked),

    /** Player of a session as the player sees it, with the balance; `json` is the same as text. */
    profile: ({ playerId }: PlayerSession) => profiles(playerId),

    /** Today's unanswered codes to strangers' numbers, and the limit; half of it raises an alarm. */
    async unansweredCodes() {
      const most = portal.settings().guessing.unanswered_codes_a_day
      const count = await attempts.count(codeTotal.rule, codeTotal.subject)
      return { count, most, isMany: count >= most / 2 }
    },

    /** Suspends or reactivates a player; a suspended player is signed out everywhere. */
    async setActive(tx: Tx, playerId: string, active: boolean) {
      await changePlayer(bus, tx, playerId, { active })
      afterCommit(tx, () => {
        sessions.refresh(playerId)
        if (!active) platform.live.endSession(playerId, undefined, 'inactive')
      })
    },

    /** Marks a player as the operator's own test account, or not. */
    setTest: (tx: Tx, playerId: string, isTest: boolean) => changePlayer(bus, tx, playerId, { is_test: isTest }),

    sweep,
    async close() {
      await stopSweep()
    },
  }
}

/** Deletes expired rows. */
async function sweepAccounts(platform: Platform, attempts: AccountParts['attempts']) {
  const { db, clock } = platform
  await attempts.sweep()
  await forgetOrigins(db.kysely, clock.now())
  await sweepRegistrations(platform)
  await sweepChallenges(platform)
  await db.kysely.deleteFrom('accounts.live_ticket').where('expires_at', '<', clock.now()).execute()
}
