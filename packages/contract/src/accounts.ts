import * as z from 'zod/mini'
import { playBlock, playLimit } from './limits.ts'
import { operation } from './operation.ts'
import { portalSettings } from './portal.ts'
import { amountReply, currency, doneReply, instant, market, success } from './shapes.ts'

export const accountRefusals = {
  session_invalid: { status: 401, sentence: 'Invalid or expired token. Please log in again.' },
  player_inactive: { status: 403, sentence: 'This account is not active. Please reach out to the support team.' },
  player_mismatch: { status: 403, sentence: 'This request names another player.' },
  credentials_wrong: { status: 401, sentence: 'The mobile number or the password is not right.' },
  sign_in_locked: { status: 429, sentence: 'Too many wrong tries. Please wait before you try again.' },
  player_name_taken: { status: 409, sentence: 'This player name is taken.' },
  mobile_unusable: { status: 422, sentence: 'Enter a mobile number of your country.' },
  password_weak: { status: 422, sentence: 'This password is too easy to guess.' },
  registration_closed: { status: 403, sentence: 'Registration is closed at the moment.' },
  otp_wrong: { status: 422, sentence: 'This code is not right, or it has run out.' },
  otp_too_soon: { status: 429, sentence: 'A code was sent a moment ago. Please wait before you ask for another.' },
  otp_required: { status: 403, sentence: 'Enter the code that was sent to your mobile.' },
  reset_expired: { status: 422, sentence: 'This password reset has run out. Please start again.' },
  name_changed_lately: { status: 409, sentence: 'You can change your player name once in 30 days.' },
  avatar_unknown: { status: 422, sentence: 'Choose one of the avatars shown.' },
  picture_unreadable: { status: 422, sentence: 'This picture cannot be read. Send a JPEG, PNG or WebP image.' },
} as const

export const otpType = z.enum(['register', 'login', 'forgot_password', 'change_mobile', 'withdraw', 'payout_account'])
export type OtpType = z.output<typeof otpType>

/** 3 to 20 characters: letters, digits, `_` and `.`; unique ignoring case. */
export const playerName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_.]{3,20}$/, 'Use 3 to 20 letters, digits, dots or underscores'))

/** As it was typed; the server reads it with the market's rules and keeps E.164. */
export const mobile = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter your mobile number'), z.maxLength(24, 'Enter your mobile number'))

export const password = z
  .string()
  .check(z.minLength(8, 'Use at least 8 characters'), z.maxLength(128, 'Use at most 128 characters'))

export const otp = z.string().check(z.regex(/^[0-9]{6}$/, 'Enter the 6 digits of the code'))

export const player = z.object({
  id: z.string(),
  player_name: z.string(),
  mobile: z.string(),
  market,
  currency,
  /** What the player can play with, two decimals. */
  chips: amountReply,
  /** Held for open withdrawals. */
  held: amountReply,
  /** Bonus money, locked until its wagering is done. */
  bonus: z.optional(amountReply),
  /** Address of the picture. */
  avatar: z.nullable(z.string()),
  tier: z.enum(['registered', 'mobile_verified', 'person_verified']),
  created_at: instant,
  last_login_at: z.nullable(instant),
})
export type Player = z.output<typeof player>

/** What sign-in gives: the token is shown once and kept in local storage under `token`. */
export const sessionReply = z.object({
  status: success,
  type: z.literal('valid'),
  msg: z.string(),
  token: z.string(),
  user: player,
  portal_settings: portalSettings,
})

/** What a step gives that is to be followed by a code. */
export const otpSentReply = z.object({
  status: z.literal('otp_required'),
  type: otpType,
  msg: z.string(),
  mobile: z.string(),
  resend_after_s: z.number(),
})

export const login = operation({
  name: 'login',
  method: 'POST',
  path: '/login',
  access: 'optional',
  summary: 'Sign in with mobile and password; a new device is asked for a one-time code of type `login`.',
  body: z.object({
    mobile,
    password: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(128)),
    market: z.optional(market),
  }),
  reply: z.union([sessionReply, otpSentReply]),
  refusals: ['credentials_wrong', 'sign_in_locked', 'player_inactive'],
})

export const checkPlayerName = operation({
  name: 'checkPlayerName',
  method: 'GET',
  path: '/check-player-name',
  access: 'optional',
  summary: 'Whether a player name is free, asked while it is typed.',
  query: z.object({ player_name: z.string().check(z.maxLength(64)) }),
  reply: z.object({ status: success, available: z.boolean(), msg: z.string() }),
  refusals: [],
})

export const register = operation({
  name: 'register',
  method: 'POST',
  path: '/register',
  access: 'optional',
  summary: 'Open an account; where the operator asks for a code, it is sent and the account waits for it.',
  body: z.object({
    player_name: playerName,
    mobile,
    password,
    /** Without it: the market whose calling code the mobile carries, else the portal's first. */
    market: z.optional(market),
    /** Version of the terms that were accepted, with being of age. */
    accept_terms: z.optional(z.boolean()),
    referral_code: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.union([sessionReply, otpSentReply]),
  refusals: ['player_name_taken', 'mobile_unusable', 'password_weak', 'registration_closed', 'otp_too_soon'],
})

export const sendOtp = operation({
  name: 'sendOtp',
  method: 'POST',
  path: '/authentication-otp-send',
  access: 'optional',
  summary: 'Send a one-time code (again); the same answer whether or not the number is known.',
  body: z.object({ mobile: z.optional(mobile), type: otpType, market: z.optional(market) }),
  reply: otpSentReply,
  refusals: ['otp_too_soon', 'session_invalid', 'mobile_unusable'],
})

export const verifyOtp = operation({
  name: 'verifyOtp',
  method: 'POST',
  path: '/authentication-otp-verify',
  access: 'optional',
  summary: 'Answer a one-time code: `register` and `login` open a session, `forgot_password` gives a reset token.',
  body: z.object({ otp, mobile, type: otpType, market: z.optional(market) }),
  reply: z.union([
    sessionReply,
    z.object({ status: success, type: z.literal('forgot_password'), msg: z.string(), reset_token: z.string() }),
  ]),
  refusals: ['otp_wrong', 'player_name_taken', 'player_inactive'],
})

export const forgotPassword = operation({
  name: 'forgotPassword',
  method: 'POST',
  path: '/forgot-password',
  access: 'optional',
  summary: 'Ask for a code of type `forgot_password`; one neutral answer whether or not the number is known.',
  body: z.object({ mobile, market: z.optional(market) }),
  reply: otpSentReply,
  refusals: ['otp_too_soon', 'mobile_unusable'],
})

export const resetPassword = operation({
  name: 'resetPassword',
  method: 'POST',
  path: '/reset-password',
  access: 'optional',
  summary: 'Set a new password with a reset token; every session of the player ends.',
  body: z.object({ reset_token: z.string().check(z.maxLength(100)), password }),
  reply: doneReply,
  refusals: ['reset_expired', 'password_weak'],
})

export const changePassword = operation({
  name: 'changePassword',
  method: 'POST',
  path: '/player/change-password',
  access: 'player',
  summary: 'Change the password; every other session of the player ends.',
  body: z.object({ current_password: z.string().check(z.maxLength(128)), password }),
  reply: doneReply,
  refusals: ['credentials_wrong', 'password_weak'],
})

export const profile = operation({
  name: 'profile',
  method: 'GET',
  path: '/player/profile',
  access: 'player',
  summary: 'The player, with the balance in `chips`.',
  reply: z.object({ status: success, msg: z.string(), player }),
  refusals: [],
})

export const verifyToken = operation({
  name: 'verifyToken',
  method: 'GET',
  path: '/player/verify-token',
  access: 'optional',
  summary: 'Whether the token still opens a session: type `valid`, or `player_inactive`, or a 401.',
  reply: z.union([
    z.object({
      status: success,
      type: z.literal('valid'),
      msg: z.string(),
      user: player,
      portal_settings: portalSettings,
    }),
    z.object({ status: z.literal('error'), type: z.literal('player_inactive'), msg: z.string() }),
  ]),
  refusals: ['session_invalid'],
})

export const logout = operation({
  name: 'logout',
  method: 'POST',
  path: '/player/logout',
  access: 'player',
  summary: 'End this session.',
  body: z.optional(z.object({})),
  reply: doneReply,
  refusals: [],
})

export const logoutEverywhere = operation({
  name: 'logoutEverywhere',
  method: 'POST',
  path: '/player/logout-everywhere',
  access: 'player',
  summary: 'End every session of the player, this one too.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, msg: z.string(), ended: z.number() }),
  refusals: [],
})

export const device = z.object({
  id: z.string(),
  label: z.string(),
  current: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
})

export const devices = operation({
  name: 'devices',
  method: 'GET',
  path: '/player/devices',
  access: 'player',
  summary: 'Where the player is signed in.',
  reply: z.object({ status: success, devices: z.array(device) }),
  refusals: [],
})

export const signOutDevice = operation({
  name: 'signOutDevice',
  method: 'DELETE',
  path: '/player/devices/:id',
  access: 'player',
  summary: 'End the session on one device.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  reply: doneReply,
  refusals: ['not_found'],
})

export const liveTicket = operation({
  name: 'liveTicket',
  method: 'POST',
  path: '/player/live-ticket',
  access: 'player',
  summary: 'A ticket for the live stream: one use, 30 seconds, sent as the first message.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, ticket: z.string() }),
  refusals: [],
})

export const updateProfile = operation({
  name: 'updateProfile',
  method: 'PUT',
  path: '/player/profile',
  access: 'player',
  summary: 'Change the player name, once in 30 days; a change of letter case alone is a change too.',
  body: z.object({ player_name: playerName }),
  reply: z.object({ status: success, msg: z.string(), player, next_name_change_at: z.nullable(instant) }),
  refusals: ['player_name_taken', 'name_changed_lately'],
})

export const avatars = operation({
  name: 'avatars',
  method: 'GET',
  path: '/player/avatars',
  access: 'player',
  summary: 'The avatars to choose from, and which one is chosen: an id of the set, `upload`, or none.',
  reply: z.object({
    status: success,
    avatars: z.array(z.object({ id: z.string(), name: z.string(), image: z.string() })),
    chosen: z.nullable(z.string()),
  }),
  refusals: [],
})

export const setAvatar = operation({
  name: 'setAvatar',
  method: 'PUT',
  path: '/player/avatar',
  access: 'player',
  summary: 'Choose an avatar of the set; null takes it away.',
  body: z.object({ id: z.nullable(z.string().check(z.maxLength(40))) }),
  reply: z.object({ status: success, msg: z.string(), player }),
  refusals: ['avatar_unknown'],
})

/** The field of an uploaded avatar and how large it may be. */
export const avatarUpload = { file: 'image', limitBytes: 2 * 1024 * 1024 } as const

export const uploadAvatar = operation({
  name: 'uploadAvatar',
  method: 'POST',
  path: '/player/avatar-upload',
  access: 'player',
  summary:
    'Send a picture as the avatar: JPEG, PNG or WebP up to 2 MB in the field `image`; it is drawn anew, 256 pixels wide.',
  multipart: avatarUpload,
  reply: z.object({ status: success, msg: z.string(), player }),
  refusals: ['picture_unreadable'],
})

export const avatarPicture = operation({
  name: 'avatarPicture',
  method: 'GET',
  path: '/avatars/:name',
  access: 'public',
  summary:
    'An uploaded avatar by the hash of its content: an address nobody guesses, and it ends when the picture is changed.',
  params: z.object({ name: z.string().check(z.regex(/^[0-9a-f]{64}\.webp$/, 'There is no such picture')) }),
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const preferences = z.object({
  language: z.enum(['en', 'hi', 'af']),
  theme: z.enum(['dark', 'light', 'system']),
  currency_display: z.enum(['symbol', 'code']),
  /** After how many minutes of play the portal reminds of time and net position; 0 switches it off. */
  session_reminder_minutes: z.int().check(z.minimum(0), z.maximum(240)),
  saver: z.boolean(),
  notifications: z.object({
    deposits: z.boolean(),
    withdrawals: z.boolean(),
    rewards: z.boolean(),
    offers: z.boolean(),
  }),
})
export type Preferences = z.output<typeof preferences>

export const getPreferences = operation({
  name: 'getPreferences',
  method: 'GET',
  path: '/player/preferences',
  access: 'player',
  summary: 'How the player wants the portal; what was never set has its default, and `chosen` names what was.',
  reply: z.object({ status: success, preferences, chosen: z.array(z.string()) }),
  refusals: [],
})

export const setPreferences = operation({
  name: 'setPreferences',
  method: 'PUT',
  path: '/player/preferences',
  access: 'player',
  summary: 'Change some preferences; the ones that are not named stay.',
  body: z.partial(preferences),
  reply: z.object({ status: success, msg: z.string(), preferences }),
  refusals: [],
})

/** What happened in a stretch of time: `net` is what play brought, above zero won. */
export const activity = z.object({
  staked: amountReply,
  won: amountReply,
  net: amountReply,
  deposited: amountReply,
  withdrawn: amountReply,
})

export const accountDashboard = operation({
  name: 'accountDashboard',
  method: 'GET',
  path: '/player/account-dashboard',
  access: 'player',
  summary: 'Balance, bonus, net position of a day, a week, a month and ever (rolling), counts, limits and devices.',
  reply: z.object({
    status: success,
    currency,
    balance: amountReply,
    bonus: amountReply,
    held: amountReply,
    in_play: amountReply,
    activity: z.object({ day: activity, week: activity, month: activity, all: activity }),
    counts: z.object({ deposits: z.number(), withdrawals: z.number(), rounds: z.number(), devices: z.number() }),
    limits: z.array(playLimit),
    block: z.nullable(playBlock),
  }),
  refusals: [],
})

export const historyDownload = operation({
  name: 'historyDownload',
  method: 'GET',
  path: '/player/history-download',
  access: 'player',
  summary:
    'A history as CSV (RFC 4180), newest first, up to 10,000 rows; what a spreadsheet would read as a formula has a leading apostrophe.',
  query: z.object({
    kind: z.enum(['deposits', 'withdrawals', 'games', 'wallet']),
    state: z.optional(z.string().check(z.maxLength(40))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
  }),
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: [],
})

export const accountOperations = [
  login,
  checkPlayerName,
  register,
  sendOtp,
  verifyOtp,
  forgotPassword,
  resetPassword,
  changePassword,
  profile,
  verifyToken,
  logout,
  logoutEverywhere,
  devices,
  signOutDevice,
  liveTicket,
  updateProfile,
  avatars,
  setAvatar,
  uploadAvatar,
  avatarPicture,
  getPreferences,
  setPreferences,
  accountDashboard,
  historyDownload,
]
