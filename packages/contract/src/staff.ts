import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { allPermissions } from './permissions.ts'
import { amountReply, currency, instant, market, success } from './shapes.ts'

export const staffRefusals = {
  staff_session_invalid: { status: 401, sentence: 'Please sign in to the console.' },
  staff_forbidden: { status: 403, sentence: 'Your role does not allow this.' },
  staff_read_only: { status: 403, sentence: 'This account only reads. It changes nothing.' },
  seat_only_reads: {
    status: 409,
    sentence: 'An account that only reads has a role of reading rights alone. Choose another role.',
  },
  seat_missing: { status: 409, sentence: 'This account has no end: it is not one that only reads.' },
  staff_credentials_wrong: { status: 401, sentence: 'The name, the password or the code is wrong.' },
  staff_locked: {
    status: 429,
    sentence: 'Too many wrong tries. Please wait before you try again.',
    waiting: 'wait_wrong',
  },
  own_account_wrong: { status: 422, sentence: 'The password or the code is wrong.' },
  staff_exists: { status: 409, sentence: 'An operator of this name exists.' },
  staff_is_self: { status: 409, sentence: 'Nobody does this to their own account. Ask another admin.' },
  staff_reset_open: { status: 409, sentence: 'Somebody has asked for this already. It waits for a second operator.' },
  money_out_stopped: {
    status: 409,
    sentence: 'The books do not add up, so no money goes out before they do. See Health.',
  },
  enrolment_unknown: { status: 404, sentence: 'This link is not valid. Ask an admin for a new one.' },
  enrolment_used: {
    status: 409,
    sentence: 'This link was already used. If that was not you, tell an admin at once.',
  },
  enrolment_expired: { status: 409, sentence: 'This link has expired. Ask an admin for a new one.' },
  staff_reset_missing: {
    status: 409,
    sentence: 'Nobody has asked for this, or the request has expired. Ask for it first.',
  },
} as const

/** An operator with the role's id and name. */
export const operator = z.object({ id: z.string(), name: z.string(), role: z.string(), role_name: z.string() })
const permission = z.enum(allPermissions)

/** The console's session is a cookie (HttpOnly, SameSite=Strict) set by the last step; unsafe calls need `X-Dhow-Console: 1`. */
export const staffSignIn = operation({
  name: 'staffSignIn',
  method: 'POST',
  path: '/staff/sign-in',
  access: 'public',
  summary:
    'First factor: name and password. Answers a ticket for the second factor; at the first sign-in also the secret to enrol.',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  reply: z.object({
    status: success,
    next: z.enum(['totp', 'enrol']),
    ticket: z.string(),
    /** Whether a passkey can be used instead of the code. */
    passkey: z.boolean(),
    /** Only during enrolment: otpauth link for the QR code, and the secret as text. */
    enrol: z.nullable(z.object({ uri: z.string(), secret: z.string(), new_password_required: z.boolean() })),
  }),
  refusals: ['staff_credentials_wrong', 'staff_locked'],
})

export const staffSecondFactor = operation({
  name: 'staffSecondFactor',
  method: 'POST',
  path: '/staff/sign-in/totp',
  access: 'public',
  summary:
    'Second factor: a code of the authenticator app. While enrolling, a new password replaces the one-time password.',
  body: z.object({
    ticket: z.string().check(z.maxLength(100)),
    code: z.string().check(z.regex(/^[0-9]{6}$/, fault('totp_digits'))),
    new_password: z.optional(z.string().check(z.minLength(12, fault('staff_password_short')), z.maxLength(128))),
  }),
  reply: z.object({ status: success, operator }),
  refusals: ['staff_credentials_wrong', 'staff_locked', 'password_weak'],
})

export const staffSignOut = operation({
  name: 'staffSignOut',
  method: 'POST',
  path: '/staff/sign-out',
  access: 'staff',
  needs: [],
  summary: 'End the console session.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success }),
  refusals: [],
})

export const staffMe = operation({
  name: 'staffMe',
  method: 'GET',
  path: '/staff/me',
  access: 'staff',
  needs: [],
  summary: 'The signed-in operator, with permissions and the counts of the queues.',
  reply: z.object({
    status: success,
    operator,
    /** Current permissions of the operator's role. */
    permissions: z.array(permission),
    /** Emergency role taken by this operator. */
    break_glass: z.nullable(z.object({ id: z.string(), role_name: z.string(), until: instant })),
    /** End of a read-only account; null for others. */
    seat_ends_at: z.nullable(instant),
    mode: z.enum(['sandbox', 'live']),
    portal_name: z.string(),
    queues: z.object({
      deposits: z.number(),
      withdrawals: z.number(),
      statements: z.number(),
      batches: z.number(),
      /** Number of changes that this operator can confirm. */
      approvals: z.number(),
      cases: z.number(),
    }),
    /** Number of unread notices, at most 100; null without permission. */
    notices_unread: z.nullable(z.number()),
    /** Four-eyes amounts. */
    four_eyes: z.array(z.object({ market, currency, amount: amountReply })),
    /** Last result of the book checks on this server; `broken`: number of failed checks. */
    books: z.object({ ok: z.nullable(z.boolean()), broken: z.number(), checked_at: z.nullable(instant) }),
  }),
  refusals: [],
})

export const ownFactors = {
  current_password: z.string().check(z.minLength(1), z.maxLength(128)),
  code: z.string().check(z.regex(/^[0-9]{6}$/, fault('totp_digits'))),
}

export const changeOwnPassword = operation({
  name: 'changeOwnPassword',
  method: 'POST',
  path: '/staff/me/password',
  access: 'staff',
  needs: [],
  summary:
    'Change the caller’s password, with the current one and a code of the authenticator app. Other sessions end.',
  body: z.object({
    ...ownFactors,
    new_password: z.string().check(z.minLength(12, fault('staff_password_short')), z.maxLength(128)),
  }),
  reply: z.object({ status: success }),
  refusals: ['own_account_wrong', 'password_weak', 'staff_locked'],
})

export const beginOwnAuthenticator = operation({
  name: 'beginOwnAuthenticator',
  method: 'POST',
  path: '/staff/me/authenticator',
  access: 'staff',
  needs: [],
  summary:
    'Begin to replace the authenticator app, with the password and a code of the old one, which stays valid until the new one is confirmed.',
  body: z.object(ownFactors),
  reply: z.object({ status: success, ticket: z.string(), uri: z.string(), secret: z.string() }),
  refusals: ['own_account_wrong', 'staff_locked'],
})

export const confirmOwnAuthenticator = operation({
  name: 'confirmOwnAuthenticator',
  method: 'POST',
  path: '/staff/me/authenticator/confirm',
  access: 'staff',
  needs: [],
  summary:
    'Confirm the new authenticator app with one of its codes, within ten minutes. The old one is void and other sessions end.',
  body: z.object({ ticket: z.string().check(z.maxLength(100)), code: ownFactors.code }),
  reply: z.object({ status: success }),
  refusals: ['own_account_wrong', 'staff_locked'],
})

export const staffOperations = [
  staffSignIn,
  staffSecondFactor,
  staffSignOut,
  staffMe,
  changeOwnPassword,
  beginOwnAuthenticator,
  confirmOwnAuthenticator,
]
