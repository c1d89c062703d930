import type { OtpType } from '@dhow/contract/accounts'
import type { Market } from '@dhow/contract/shapes'
import type { Attempts } from '../../platform/attempts.ts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Files } from '../../platform/files.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { TakePicture } from '../../platform/pictures.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { markets, type Portal } from '../portal/index.ts'
import type { Sms } from '../sms/index.ts'
import { openAvatars } from './avatars.ts'
import { openCodes } from './codes.ts'
import { codeTotal } from './guess-limits.ts'
import { marketOf, normalMobile } from './mobile.ts'
import { forgetOrigins } from './origins.ts'
import { openPasswords } from './passwords.ts'
import { changePlayer, findByMobile, findPlayer, findPlayers, nameIsTaken, searchPlayers } from './players.ts'
import { openPreferences } from './preferences.ts'
import { openProfiles } from './profiles.ts'
import { openRegistration, wrongCode } from './register.ts'
import { openRenaming } from './rename-player.ts'
import { openSessions } from './sessions.ts'
import { openSignIn } from './sign-in.ts'
import { openSetPassword } from './set-password.ts'
import type { PlayerRow } from './tables.ts'

export { normalMobile } from './mobile.ts'
export { requireCookie } from './routes.ts'
export type { PlayerRow } from './tables.ts'

export interface AccountParts {
  portal: Portal
  sms: Sms
  attempts: Attempts
  files: Files
  /** Draws an uploaded avatar anew, at its size. */
  takeAvatar: TakePicture
  /** Balances of a player, passed in because accounts is a lower level than wallet. */
  balancesOf(playerIds: string[]): Promise<Map<string, { cashMinor: bigint; heldMinor: bigint; bonusMinor?: bigint }>>
  /** Opens whatever a new player needs, in the registration's own transaction. */
  onPlayerCreated(tx: Tx, player: PlayerRow): Promise<void>
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** Players, their sessions and devices, one-time codes and passwords. */
export async function openAccounts(platform: Platform, parts: AccountParts) {
  const { db, clock, random, config, bus } = platform
  const { portal, sms, attempts } = parts
  const secrets = openSecrets(config.secretKey, random)
  const passwords = await openPasswords(platform.passwordCost)
  const sessions = openSessions(platform, () => portal.settings().session)
  const codes = openCodes(platform, { secrets, sms, portal, attempts })
  const profiles = openProfiles(platform, parts.balancesOf)
  const shared = { platform, parts, secrets, passwords, sessions, attempts, codes }
  const registration = openRegistration(shared)
  const signIn = openSignIn(shared)
  const setPassword = openSetPassword(shared)

  const stopSweep = every(platform, 'accounts-sweep', 3_600_000, async () => {
    const dayAgo = new Date(clock.now().getTime() - 86_400_000)
    await attempts.sweep()
    await forgetOrigins(db.kysely, clock.now())
    await registration.sweep()
    await db.kysely.deleteFrom('accounts.live_ticket').where('expires_at', '<', dayAgo).execute()
  })

  /** Reads a number with the market that was named, else the one its calling code names, else the portal's first. */
  const readMobile = (text: string, named: Market | undefined): { mobile: string; market: Market } => {
    const market = named ?? marketOf(text) ?? 'NA'
    const mobile = normalMobile(text, market) ?? (named === undefined ? normalMobile(text, 'IN') : undefined)
    if (mobile === undefined) {
      const sentence = `Enter a mobile number of ${markets[market].name}, such as ${markets[market].mobile_example}`
      throw new Refusal('mobile_unusable', { fields: { mobile: [sentence] }, data: { sentence } })
    }
    return { mobile, market: marketOf(mobile) ?? market }
  }

  return {
    registration,
    signIn,
    setPassword,
    sessions,
    avatars: openAvatars(platform, parts),
    preferences: openPreferences(platform),
    rename: openRenaming(platform),
    readMobile,
    nameIsTaken: (name: string) => nameIsTaken(db.kysely, name),
    findPlayer: (playerId: string, reader: Db = db.kysely) => findPlayer(reader, playerId),
    findPlayers: async (playerIds: string[], reader: Db = db.kysely) =>
      new Map(playerIds.length === 0 ? [] : (await findPlayers(reader, playerIds)).map((row) => [row.id, row])),
    findByMobile: (mobile: string) => findByMobile(db.kysely, mobile),
    searchPlayers: (words: string | undefined, page: { limit: number; beforeId?: string | undefined }) =>
      searchPlayers(db.kysely, words, page),

    /** The player of a session, as the player sees it, with the balance; `json` is the same as text. */
    profile: ({ playerId }: PlayerSession) => profiles(playerId),

    /** Sends a code to the session's own number. @throws Refusal `otp_too_soon` */
    async sendOwnCode(playerId: string, type: OtpType) {
      const player = await findPlayer(db.kysely, playerId)
      if (!player) throw new Refusal('session_invalid')
      const { mobile } = player
      const taken = await codes.reserve({ kind: 'player', mobile, account: playerId }, type)
      await db.transaction((tx) => codes.send(tx, { mobile, type, boundTo: playerId }, taken))
      return { seconds: codes.resendAfterS(taken), mobile }
    },

    /**
     * Uses up a player's code before an act that needs one. It is used up even where the act is then refused: a code opens one try.
     * @throws Refusal `otp_wrong`
     */
    async useOwnCode(playerId: string, type: OtpType, code: string) {
      const player = await findPlayer(db.kysely, playerId)
      const right = player && (await codes.use({ mobile: player.mobile, type, code, boundTo: playerId }))
      if (!right) throw wrongCode()
    },

    /** How many codes of the day to numbers of strangers stand unanswered, of how many; past half of them it is an alarm. */
    async unansweredCodes() {
      const most = portal.settings().guessing.unanswered_codes_a_day
      const count = await attempts.count(codeTotal.rule, codeTotal.subject)
      return { count, most, isMany: count >= most / 2 }
    },

    /** Suspends a player or lifts it; a suspended player is signed out everywhere. */
    async setActive(tx: Tx, playerId: string, active: boolean) {
      await changePlayer(bus, tx, playerId, { active })
      afterCommit(tx, () => {
        sessions.refresh(playerId)
        if (!active) platform.live.endSession(playerId, undefined, 'This account is not active.')
      })
    },

    async close() {
      await stopSweep()
    },
  }
}
