import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { portalSettings } from './portal.ts'
import { amount, amountReply, currency, doneReply, instant, market, payoutKind, success, playerText } from './shapes.ts'

export const accountRefusals = {
  session_invalid: { status: 401 },
  player_inactive: { status: 403 },
  closed_by_player: { status: 403 },
  player_mismatch: { status: 403 },
  credentials_wrong: { status: 401 },
  sign_in_locked: { status: 429, waiting: 'wait_wrong' },
  player_name_taken: { status: 409 },
  mobile_unusable: { status: 422 },
  password_weak: { status: 422 },
  registration_closed: { status: 403 },
  otp_wrong: { status: 422 },
  otp_too_soon: { status: 429, waiting: 'wait_code' },
  otp_required: { status: 403 },
  reset_expired: { status: 422 },
  name_changed_lately: { status: 409 },
  avatar_unknown: { status: 422 },
  picture_unreadable: { status: 422 },
} as const

export const otpType = z.enum([
  'register',
  'login',
  'forgot_password',
  'change_mobile',
  'withdraw',
  'payout_account',
  'close_account',
])
export type OtpType = z.output<typeof otpType>

/** 3 to 20 characters: letters, digits, `_` and `.`; unique ignoring case. */
export const playerName = z.string().check(z.regex(/^[A-Za-z0-9_.]{3,20}$/, fault('player_name_rule')))

/** As typed; the server parses it by the market's rules and stores E.164. */
export const mobile = z
  .string()
  .check(z.trim(), z.minLength(6, fault('mobile_required')), z.maxLength(24, fault('mobile_required')))

export const password = z
  .string()
  .check(z.minLength(8, fault('password_short')), z.maxLength(128, fault('password_long')))

export const otp = z.string().check(z.regex(/^[0-9]{6}$/, fault('code_digits')))

export const player = z.object({
  id: z.string(),
  player_name: z.string(),
  mobile: z.string(),
  market,
  currency,
  /** Balance that the player can stake, two decimals. */
  chips: amountReply,
  /** Amount held for open withdrawals. */
  held: amountReply,
  /** Bonus money, locked until its wagering is done. */
  bonus: z.optional(amountReply),
  /** URL of the picture. */
  avatar: z.nullable(z.string()),
  tier: z.enum(['registered', 'mobile_verified', 'person_verified']),
  created_at: instant,
  last_login_at: z.nullable(instant),
})
export type Player = z.output<typeof player>

/** Reply of a sign-in: the token is sent once; store it in local storage as `token`. */
export const sessionReply = z.object({
  status: success,
  type: z.literal('valid'),
  msg: z.string(),
  token: z.string(),
  user: player,
  portal_settings: portalSettings,
})

/** Reply of a step that is followed by a code. */
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
    password: z.string().check(z.minLength(1, fault('password_required')), z.maxLength(128)),
    market: z.optional(market),
  }),
  reply: z.union([sessionReply, otpSentReply]),
  refusals: [
    'credentials_wrong',
    'sign_in_locked',
    'player_inactive',
    'closed_by_player',
    'contact_us',
    'otp_too_soon',
  ],
})

export const checkPlayerName = operation({
  name: 'checkPlayerName',
  method: 'GET',
  path: '/check-player-name',
  access: 'optional',
  summary: 'Check whether a player name is free, for use while it is typed.',
  query: z.object({ player_name: z.string().check(z.maxLength(64)) }),
  reply: z.object({ status: success, available: z.boolean(), msg: z.string(), text: playerText }),
  refusals: [],
})

export const register = operation({
  name: 'register',
  method: 'POST',
  path: '/register',
  access: 'optional',
  summary:
    'Register an account. If the operator requires a code, it is sent now and the account opens once it is confirmed.',
  body: z.object({
    player_name: playerName,
    mobile,
    password,
    /** Default: the market of the mobile's calling code, else the portal's first. */
    market: z.optional(market),
    /** Accepted version of the terms, and confirmation of being of age. */
    accept_terms: z.optional(z.boolean()),
    referral_code: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.union([sessionReply, otpSentReply]),
  refusals: [
    'player_name_taken',
    'mobile_unusable',
    'password_weak',
    'registration_closed',
    'contact_us',
    'otp_too_soon',
  ],
})

export const sendOtp = operation({
  name: 'sendOtp',
  method: 'POST',
  path: '/authentication-otp-send',
  access: 'optional',
  summary: 'Send or resend a one-time code. The answer is the same whether or not the number is known.',
  body: z.object({
    mobile: z.optional(mobile),
    type: otpType,
    market: z.optional(market),
    /** For type `withdraw`, both required: the withdrawal that the code confirms. */
    amount: z.optional(amount),
    payout_account_id: z.optional(z.string().check(z.maxLength(60))),
    /** For type `payout_account`, kind and number required: the account that the code confirms. */
    kind: z.optional(payoutKind),
    number: z.optional(z.string().check(z.maxLength(320))),
    branch: z.optional(z.string().check(z.maxLength(20))),
  }),
  reply: otpSentReply,
  refusals: ['otp_too_soon', 'session_invalid', 'mobile_unusable', 'amount_invalid', 'payout_account_missing'],
})

export const verifyOtp = operation({
  name: 'verifyOtp',
  method: 'POST',
  path: '/authentication-otp-verify',
  access: 'optional',
  summary: 'Confirm a one-time code: `register` and `login` open a session, `forgot_password` returns a reset token.',
  body: z.object({ otp, mobile, type: otpType, market: z.optional(market) }),
  reply: z.union([
    sessionReply,
    z.object({ status: success, type: z.literal('forgot_password'), msg: z.string(), reset_token: z.string() }),
  ]),
  refusals: ['otp_wrong', 'player_name_taken', 'player_inactive', 'closed_by_player', 'contact_us'],
})

export const forgotPassword = operation({
  name: 'forgotPassword',
  method: 'POST',
  path: '/forgot-password',
  access: 'optional',
  summary: 'Request a code of type `forgot_password`. The answer is the same whether or not the number is known.',
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
  reply: z.object({ status: success, msg: z.string(), text: playerText }),
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
  refusals: ['credentials_wrong', 'password_weak', 'sign_in_locked'],
})

export const profile = operation({
  name: 'profile',
  method: 'GET',
  path: '/player/profile',
  access: 'player',
  offline: true,
  summary: 'The signed-in player, with the balance in `chips`.',
  reply: z.object({ status: success, msg: z.string(), player }),
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
]
