import * as z from './bounded.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amountReply, currency, idOf, instant, market, success } from './shapes.ts'

export const staffRefusals = {
  staff_session_invalid: { status: 401, sentence: 'Please sign in to the console.' },
  staff_forbidden: { status: 403, sentence: 'Your role does not allow this.' },
  staff_credentials_wrong: { status: 401, sentence: 'The name, the password or the code is not right.' },
  staff_locked: {
    status: 429,
    sentence: 'Too many wrong tries. Please wait before you try again.',
    waiting: 'Too many wrong tries. You can try again in {wait}.',
  },
  own_account_wrong: { status: 422, sentence: 'The password or the code is not right.' },
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
    sentence: 'This link was used already. If that was not you, tell an admin at once.',
  },
  enrolment_expired: { status: 409, sentence: 'This link has expired. Ask an admin for a new one.' },
  staff_reset_missing: { status: 409, sentence: 'Nobody has asked for this, or it has run out. Ask for it first.' },
} as const

export const staffRole = z.enum(['cashier', 'support', 'manager', 'admin'])

export const operator = z.object({ id: z.string(), name: z.string(), role: staffRole })

/** The console's session is a cookie (HttpOnly, SameSite=Strict) set by the last step; unsafe calls carry `X-Dhow-Console: 1`. */
export const staffSignIn = operation({
  name: 'staffSignIn',
  method: 'POST',
  path: '/staff/sign-in',
  access: 'public',
  summary:
    'First factor: name and password. Answers a ticket for the second; a first sign-in also gets the secret to enrol.',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  reply: z.object({
    status: success,
    next: z.enum(['totp', 'enrol']),
    ticket: z.string(),
    /** Only while enrolling: the otpauth link for the QR code, and the secret to type by hand. */
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
    'Second factor: the code of the authenticator app. While enrolling, a new password replaces the one-time one.',
  body: z.object({
    ticket: z.string().check(z.maxLength(100)),
    code: z.string().check(z.regex(/^[0-9]{6}$/, 'Enter the 6 digits')),
    new_password: z.optional(z.string().check(z.minLength(12, 'Use at least 12 characters'), z.maxLength(128))),
  }),
  reply: z.object({ status: success, operator }),
  refusals: ['staff_credentials_wrong', 'staff_locked', 'password_weak'],
})

export const staffSignOut = operation({
  name: 'staffSignOut',
  method: 'POST',
  path: '/staff/sign-out',
  access: 'staff',
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
  summary: 'Who is signed in, with the counts of the queues.',
  reply: z.object({
    status: success,
    operator,
    mode: z.enum(['sandbox', 'live']),
    portal_name: z.string(),
    queues: z.object({
      deposits: z.number(),
      withdrawals: z.number(),
      statements: z.number(),
      batches: z.number(),
      /** Changes that wait for this operator as their second person. */
      approvals: z.number(),
      cases: z.number(),
    }),
    /** From these amounts on a second operator has to confirm. */
    four_eyes: z.array(z.object({ market, currency, amount: amountReply })),
    /** Whether the books add up, as this server found last; `broken` counts the checks that found something. */
    books: z.object({ ok: z.nullable(z.boolean()), broken: z.number(), checked_at: z.nullable(instant) }),
  }),
  refusals: [],
})

const ownFactors = {
  current_password: z.string().check(z.minLength(1), z.maxLength(128)),
  code: z.string().check(z.regex(/^[0-9]{6}$/, 'Enter the 6 digits')),
}

export const changeOwnPassword = operation({
  name: 'changeOwnPassword',
  method: 'POST',
  path: '/staff/me/password',
  access: 'staff',
  summary: 'Change the own password, by the present one and a code of the authenticator; other sessions end.',
  body: z.object({
    ...ownFactors,
    new_password: z.string().check(z.minLength(12, 'Use at least 12 characters'), z.maxLength(128)),
  }),
  reply: z.object({ status: success }),
  refusals: ['own_account_wrong', 'password_weak', 'staff_locked'],
})

export const beginOwnAuthenticator = operation({
  name: 'beginOwnAuthenticator',
  method: 'POST',
  path: '/staff/me/authenticator',
  access: 'staff',
  summary:
    'Begin to move to a new authenticator, by the password and a code of the old one, which holds until the new one is confirmed.',
  body: z.object(ownFactors),
  reply: z.object({ status: success, ticket: z.string(), uri: z.string(), secret: z.string() }),
  refusals: ['own_account_wrong', 'staff_locked'],
})

export const confirmOwnAuthenticator = operation({
  name: 'confirmOwnAuthenticator',
  method: 'POST',
  path: '/staff/me/authenticator/confirm',
  access: 'staff',
  summary:
    'Confirm the new authenticator by a code of its own, within ten minutes; the old one is void and other sessions end.',
  body: z.object({ ticket: z.string().check(z.maxLength(100)), code: ownFactors.code }),
  reply: z.object({ status: success }),
  refusals: ['own_account_wrong', 'staff_locked'],
})

export const staffList = operation({
  name: 'staffList',
  method: 'GET',
  path: '/staff/operators',
  access: 'staff',
  roles: ['admin', 'manager'],
  summary: 'The operators.',
  reply: z.object({
    status: success,
    operators: z.array(
      z.object({
        ...operator.shape,
        active: z.boolean(),
        created_at: instant,
        last_seen_at: z.nullable(instant),
        /** Password and second factor are to be set up anew, once a second operator has confirmed it. */
        reset: z.nullable(z.object({ asked_by: z.string(), asked_at: instant, until: instant, reason: z.string() })),
      }),
    ),
  }),
  refusals: [],
})

/** The sandbox let one person do it; live mode asks for a second admin. */
const alone = z.boolean()

export const staffCreate = operation({
  name: 'staffCreate',
  method: 'POST',
  path: '/staff/operators',
  access: 'staff',
  roles: ['admin'],
  summary:
    'Add an operator; answers the link of one use by which they set a password and an authenticator. A role that moves money waits for a second admin.',
  body: z.object({
    name: z
      .string()
      .check(z.trim(), z.regex(/^[A-Za-z0-9_.-]{3,40}$/, 'Use 3 to 40 letters, digits, dots, dashes or underscores')),
    role: staffRole,
  }),
  reply: z.object({
    status: success,
    waits: z.boolean(),
    alone,
    operator: z.nullable(operator),
    link: z.nullable(z.string()),
  }),
  refusals: ['staff_exists', 'change_waits'],
})

/** A link that was made for one person, and its state when it is opened. */
export const openEnrolment = operation({
  name: 'openEnrolment',
  method: 'POST',
  path: '/staff/enrolments/open',
  access: 'public',
  summary:
    'Open a link of one use: answers a ticket for the second factor with the secret to enrol. The link ends when the second factor is given.',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: z.object({
    status: success,
    operator,
    ticket: z.string(),
    enrol: z.object({ uri: z.string(), secret: z.string(), new_password_required: z.boolean() }),
  }),
  refusals: ['enrolment_unknown', 'enrolment_used', 'enrolment_expired'],
})

const operatorId = z.object({ id: idOf('op') })

export const setOperatorActive = operation({
  name: 'setOperatorActive',
  method: 'POST',
  path: '/staff/operators/:id/active',
  access: 'staff',
  roles: ['admin'],
  summary: 'Switch an operator off, which ends their sessions at once, or on again. Nobody does it to themselves.',
  params: operatorId,
  body: z.object({ active: z.boolean(), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'staff_is_self'],
})

export const setOperatorRole = operation({
  name: 'setOperatorRole',
  method: 'POST',
  path: '/staff/operators/:id/role',
  access: 'staff',
  roles: ['admin'],
  summary:
    'Give an operator another role: a lower one holds from their next call on, a higher one waits for a second admin. Nobody does it to themselves.',
  params: operatorId,
  body: z.object({ role: staffRole, reason }),
  reply: z.object({ status: success, waits: z.boolean(), alone }),
  refusals: ['not_found', 'staff_is_self', 'change_waits'],
})

export const askOperatorReset = operation({
  name: 'askOperatorReset',
  method: 'POST',
  path: '/staff/operators/:id/reset',
  access: 'staff',
  roles: ['manager', 'admin'],
  summary:
    'Ask that an operator who has lost password or second factor may set up both anew. Nothing changes before an admin other than the asker confirms it, within a day.',
  params: operatorId,
  body: z.object({ reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'staff_is_self', 'staff_reset_open'],
})

export const confirmOperatorReset = operation({
  name: 'confirmOperatorReset',
  method: 'POST',
  path: '/staff/operators/:id/reset/confirm',
  access: 'staff',
  roles: ['admin'],
  summary:
    'Confirm what another operator asked for: sessions end, password and second factor are void, and a link of one use is answered, by which the person sets up both.',
  params: operatorId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, operator, link: z.string() }),
  refusals: ['not_found', 'staff_is_self', 'staff_reset_missing', 'same_operator'],
})

export const withdrawOperatorReset = operation({
  name: 'withdrawOperatorReset',
  method: 'POST',
  path: '/staff/operators/:id/reset/withdraw',
  access: 'staff',
  roles: ['manager', 'admin'],
  summary: 'Take back that an operator’s password and second factor were to be set up anew.',
  params: operatorId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'staff_reset_missing'],
})

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  operator: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  text: z.string(),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
})

export const staffAudit = operation({
  name: 'staffAudit',
  method: 'GET',
  path: '/staff/audit',
  access: 'staff',
  summary:
    'What operators did, newest first: about one thing, by one operator, of one kind (`deposit`, `deposit.approve`), or about a player with all of their payments.',
  query: z.object({
    subject: z.optional(z.string().check(z.maxLength(60))),
    operator: z.optional(z.string().check(z.maxLength(60))),
    player: z.optional(z.string().check(z.maxLength(64))),
    action: z.optional(z.string().check(z.maxLength(60))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ status: success, entries: z.array(auditEntry), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const staffHealth = operation({
  name: 'staffHealth',
  method: 'GET',
  path: '/staff/health',
  access: 'staff',
  summary: 'Whether everything adds up and everything answers.',
  reply: z.object({
    status: success,
    build: z.string(),
    engine: z.string(),
    started_at: instant,
    invariants: z.object({
      checked_at: z.nullable(instant),
      /** When all of the books were read last; since then, what came. */
      whole_at: z.nullable(instant),
      ok: z.nullable(z.boolean()),
      checks: z.array(
        z.object({ name: z.string(), title: z.string(), violations: z.number(), example: z.nullable(z.string()) }),
      ),
    }),
    trial_balance: z.array(
      z.object({ account: z.string(), currency: z.string(), debit: amountReply, credit: amountReply }),
    ),
    services: z.array(z.object({ name: z.string(), ok: z.boolean(), text: z.string() })),
    /** Periodic jobs of this server. */
    jobs: z.array(
      z.object({
        name: z.string(),
        each_s: z.number(),
        last_run_at: z.nullable(instant),
        took_ms: z.number(),
        failures: z.number(),
        /** False where it failed last, or has not run for far longer than it should. */
        ok: z.boolean(),
      }),
    ),
    /** The chain of hashes over the audit trail; `head` is worth keeping outside, since nobody can rewrite what it covers. */
    audit: z.object({
      checked_at: z.nullable(instant),
      ok: z.nullable(z.boolean()),
      entries: z.number(),
      head: z.nullable(z.string()),
      /** The first entry that is not as it was written, or not where it was. */
      broken_at: z.nullable(z.string()),
    }),
    /** Open alarms of all servers and those cleared in the last day, with their notices. */
    alarms: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        subject: z.string(),
        text: z.string(),
        since: instant,
        cleared_at: z.nullable(instant),
        notices: z.array(
          z.object({
            kind: z.enum(['raised', 'reminder', 'cleared']),
            channel: z.enum(['webhook', 'email']),
            sent_at: z.nullable(instant),
          }),
        ),
      }),
    ),
  }),
  refusals: [],
})

export const staffOperations = [
  staffSignIn,
  staffSecondFactor,
  staffSignOut,
  staffMe,
  changeOwnPassword,
  beginOwnAuthenticator,
  confirmOwnAuthenticator,
  staffList,
  staffCreate,
  openEnrolment,
  setOperatorActive,
  setOperatorRole,
  askOperatorReset,
  confirmOperatorReset,
  withdrawOperatorReset,
  staffAudit,
  staffHealth,
]
