import * as contract from '@dhow/contract/accounts'
import * as sessionContract from '@dhow/contract/sessions'
import { fieldSentences } from '@dhow/contract/field-sentences'
import { authenticationType } from '@dhow/contract/portal'
import * as profile from '@dhow/contract/profile'
import { Bytes, done, Ready, type PlayerSession } from '../../platform/http/call.ts'
import { readCookie, setCookie } from '../../platform/http/cookies.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken } from '../../platform/secrets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '../portal/index.ts'
import type { Accounts } from './index.ts'
import { maskedMobile } from './mobile.ts'
import { nextNameChange } from './rename-player.ts'
import { originOfDevice } from './origins.ts'
import { deviceLabel, type OpenedSession } from './sessions.ts'
import type { PlayerRow } from './tables.ts'

/** Half of the session that scripts cannot read, and the browser's own id. */
export const cookieNames = { half: 'dhow_sid', device: 'dhow_device' } as const
const yearS = 31_536_000

export function serveAccounts(
  listeners: { portal: Listener },
  accounts: Accounts,
  { portal, platform }: { portal: Portal; platform: Platform },
) {
  const { serve } = listeners.portal
  const secure = platform.config.origins.portal.startsWith('https:')
  const neutral = (
    type: 'register' | 'login' | 'forgot_password' | 'withdraw' | 'payout_account' | 'change_mobile',
    mobile: string,
    resendAfterS: number,
  ) => ({
    status: 'otp_required' as const,
    type,
    msg: `We sent a code to ${maskedMobile(mobile)}.`,
    mobile,
    resend_after_s: resendAfterS,
  })

  const originOf = ({ ip, request }: { ip: string; request: FastifyRequest }) => ({
    ip,
    deviceId: readCookie(request, cookieNames.device),
  })
  /** The browser, by its own id; one that has none gets one. */
  const deviceOf = (request: FastifyRequest, reply: FastifyReply) => {
    const known = readCookie(request, cookieNames.device)
    const id = known ?? newToken(platform.random)
    if (!known) setCookie(reply, cookieNames.device, id, { maxAgeS: yearS, secure })
    return { id, label: deviceLabel(request.headers['user-agent'] ?? ''), origin: originOfDevice(request) }
  }

  const opened = async (reply: FastifyReply, player: PlayerRow, session: OpenedSession) => {
    setCookie(reply, cookieNames.half, session.cookie, {
      maxAgeS: portal.settings().session.absolute_days * 86_400,
      secure,
    })
    const { id: playerId, market, currency } = player
    const { player: user } = await accounts.profile({ playerId, market, currency, sessionId: session.sessionId })
    return {
      ...done,
      type: 'valid' as const,
      msg: 'Welcome',
      token: session.token,
      user,
      portal_settings: portal.publicSettings(),
    }
  }

  // The forms of sign-in and registration ask for it first: from then on a code belongs to this browser.
  serve(authenticationType, async ({ request, reply }) => {
    const { open, otp, new_device_otp, forgot_password } = portal.settings().registration
    deviceOf(request, reply)
    return { ...done, register_otp: otp, new_device_otp, forgot_password, registration_open: open }
  })
  serve(contract.checkPlayerName, async ({ query }) => {
    const fits = /^[A-Za-z0-9_.]{3,20}$/.test(query.player_name)
    const available = fits && !(await accounts.nameIsTaken(query.player_name))
    const msg = available ? 'This name is available.' : fits ? 'This player name is taken.' : fieldSentences.player_name
    return { ...done, available, msg }
  })
  serve(contract.register, async ({ body, ip, request, reply }) => {
    const { mobile, market } = accounts.readMobile(body.mobile, body.market)
    const { player_name, password, referral_code = null } = body
    const terms_version = body.accept_terms ? '2026-11' : null
    const started = await accounts.registration.start(
      { player_name, password, mobile, market, terms_version, referral_code },
      originOf({ ip, request }),
    )
    if (started.waiting) return neutral('register', mobile, started.resendAfterS)
    return opened(reply, started.player, await accounts.signIn.trusted(started.player, deviceOf(request, reply)))
  })
  serve(contract.login, async ({ body, ip, request, reply }) => {
    const { mobile } = accounts.readMobile(body.mobile, body.market)
    const result = await accounts.signIn.byPassword(mobile, body.password, originOf({ ip, request }), () =>
      deviceOf(request, reply),
    )
    return result.waiting ? neutral('login', mobile, result.resendAfterS) : opened(reply, result.player, result.session)
  })
  serve(contract.sendOtp, async ({ body, session, ip, request }) => {
    if (body.type === 'withdraw' || body.type === 'payout_account' || body.type === 'change_mobile') {
      if (!session) throw new Refusal('session_invalid')
      const { seconds, mobile } = await accounts.sendOwnCode(session.playerId, body.type)
      return neutral(body.type, mobile, seconds)
    }
    const { mobile } = accounts.readMobile(body.mobile ?? '', body.market)
    const resend = {
      register: accounts.registration.resend,
      login: accounts.signIn.resend,
      forgot_password: accounts.setPassword.forgot,
    }
    const seconds = await resend[body.type](mobile, originOf({ ip, request }))
    return neutral(body.type, mobile, seconds)
  })
  serve(contract.verifyOtp, async ({ body, request, reply }) => {
    const { mobile } = accounts.readMobile(body.mobile, body.market)
    const deviceId = readCookie(request, cookieNames.device)
    if (body.type === 'register') {
      const player = await accounts.registration.finish(mobile, body.otp, deviceId)
      return opened(reply, player, await accounts.signIn.trusted(player, deviceOf(request, reply)))
    }
    if (body.type === 'login') {
      const { player, session } = await accounts.signIn.byCode(mobile, body.otp, deviceId, () =>
        deviceOf(request, reply),
      )
      return opened(reply, player, session)
    }
    if (body.type === 'forgot_password') {
      return {
        ...done,
        type: 'forgot_password' as const,
        msg: 'Choose a new password.',
        reset_token: await accounts.setPassword.answerCode(mobile, body.otp, deviceId, () => deviceOf(request, reply)),
      }
    }
    throw new Refusal('otp_wrong')
  })
  serve(contract.forgotPassword, async ({ body, ip, request }) => {
    const { mobile } = accounts.readMobile(body.mobile, body.market)
    const seconds = await accounts.setPassword.forgot(mobile, originOf({ ip, request }))
    return neutral('forgot_password', mobile, seconds)
  })
  serve(contract.resetPassword, async ({ body }) => {
    await accounts.setPassword.reset(body.reset_token, body.password)
    return { ...done, msg: 'Your password was changed. Please sign in.' }
  })
  serve(contract.changePassword, async ({ body, session, token, request }) => {
    await requireCookie(accounts, token, request)
    await accounts.setPassword.change(session.playerId, session.sessionId, body.current_password, body.password)
    return { ...done, msg: 'Your password is changed.' }
  })
  serve(contract.profile, async ({ session }) => {
    const { json } = await accounts.profile(session)
    return new Ready(`{"status":"success","msg":"Profile","player":${json}}`)
  })
  serve(sessionContract.verifyToken, async ({ token }) => {
    if (token === undefined) throw new Refusal('session_invalid')
    try {
      const session: PlayerSession = await accounts.sessions.check(token)
      const { player: user } = await accounts.profile(session)
      return { ...done, type: 'valid' as const, msg: 'Valid', user, portal_settings: portal.publicSettings() }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'player_inactive') {
        return {
          status: 'error' as const,
          type: 'player_inactive' as const,
          msg: 'This account is not active. Please reach out to the support team.',
        }
      }
      throw error
    }
  })
  serve(sessionContract.logout, async ({ session }) => {
    await platform.db.transaction((tx) =>
      accounts.sessions.end(tx, session.playerId, { only: session.sessionId }, 'You are signed out.'),
    )
    return { ...done, msg: 'You are signed out.' }
  })
  serve(sessionContract.logoutEverywhere, async ({ session }) => {
    const ended = await platform.db.transaction((tx) =>
      accounts.sessions.end(tx, session.playerId, {}, 'You are signed out everywhere.'),
    )
    return { ...done, msg: 'You are signed out everywhere.', ended }
  })
  serve(sessionContract.devices, async ({ session }) => {
    const rows = await accounts.sessions.list(platform.db.kysely, session.playerId)
    const devices = rows.map((row) => ({
      id: row.id,
      label: row.label,
      current: row.id === session.sessionId,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }))
    return { ...done, devices }
  })
  serve(sessionContract.signOutDevice, async ({ params, session }) => {
    const ended = await platform.db.transaction((tx) =>
      accounts.sessions.end(tx, session.playerId, { only: params.id }, 'This device was signed out.'),
    )
    if (ended === 0) throw new Refusal('not_found')
    return { ...done, msg: 'That device is signed out.' }
  })
  serveProfile(listeners.portal, accounts, platform)
  serve(sessionContract.liveTicket, async ({ session }) => ({
    ...done,
    ticket: await accounts.sessions.ticket(session),
  }))
}

function serveProfile({ serve }: Listener, accounts: Accounts, { clock }: Platform) {
  serve(profile.updateProfile, async ({ body, session }) => {
    await accounts.rename(session.playerId, body.player_name)
    const row = (await accounts.findPlayer(session.playerId))!
    return {
      ...done,
      msg: 'Your player name is saved.',
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

/** The acts that move money out or change the account need the cookie half beside the token. @throws Refusal `session_invalid` */
export async function requireCookie(accounts: Accounts, token: string | undefined, request: FastifyRequest) {
  await accounts.sessions.checkCookie(token ?? '', readCookie(request, cookieNames.half))
}
