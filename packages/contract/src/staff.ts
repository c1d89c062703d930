import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { amountReply, currency, instant, market, success } from './shapes.ts'

export const staffRefusals = {
  staff_session_invalid: { status: 401, sentence: 'Please sign in to the console.' },
  staff_forbidden: { status: 403, sentence: 'Your role does not allow this.' },
  staff_credentials_wrong: { status: 401, sentence: 'The name, the password or the code is not right.' },
  staff_locked: { status: 429, sentence: 'Too many wrong tries. Please wait before you try again.' },
  staff_exists: { status: 409, sentence: 'An operator of this name exists.' },
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
    queues: z.object({ deposits: z.number(), withdrawals: z.number(), cases: z.number() }),
    /** From these amounts on a second operator has to confirm. */
    four_eyes: z.array(z.object({ market, currency, amount: amountReply })),
  }),
  refusals: [],
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
      z.object({ ...operator.shape, active: z.boolean(), created_at: instant, last_seen_at: z.nullable(instant) }),
    ),
  }),
  refusals: [],
})

export const staffCreate = operation({
  name: 'staffCreate',
  method: 'POST',
  path: '/staff/operators',
  access: 'staff',
  roles: ['admin'],
  summary: 'Add an operator; answers a one-time password.',
  body: z.object({
    name: z
      .string()
      .check(z.trim(), z.regex(/^[A-Za-z0-9_.-]{3,40}$/, 'Use 3 to 40 letters, digits, dots, dashes or underscores')),
    role: staffRole,
  }),
  reply: z.object({ status: success, operator, one_time_password: z.string() }),
  refusals: ['staff_exists'],
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
  summary: 'What operators did, newest first.',
  query: z.object({
    subject: z.optional(z.string().check(z.maxLength(60))),
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
      ok: z.nullable(z.boolean()),
      checks: z.array(
        z.object({ name: z.string(), title: z.string(), violations: z.number(), example: z.nullable(z.string()) }),
      ),
    }),
    trial_balance: z.array(
      z.object({ account: z.string(), currency: z.string(), debit: amountReply, credit: amountReply }),
    ),
    services: z.array(z.object({ name: z.string(), ok: z.boolean(), text: z.string() })),
  }),
  refusals: [],
})

export const staffPlayers = operation({
  name: 'staffPlayers',
  method: 'GET',
  path: '/staff/players',
  access: 'staff',
  summary: 'Find players by name, mobile or deposit code.',
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(64))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    players: z.array(
      z.object({
        id: z.string(),
        player_name: z.string(),
        mobile: z.string(),
        market: z.string(),
        currency: z.string(),
        chips: amountReply,
        held: amountReply,
        active: z.boolean(),
        created_at: instant,
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const staffPlayer = operation({
  name: 'staffPlayer',
  method: 'GET',
  path: '/staff/players/:id',
  access: 'staff',
  summary: 'One player with the latest ledger entries.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  reply: z.object({
    status: success,
    player: z.object({
      id: z.string(),
      player_name: z.string(),
      mobile: z.string(),
      market: z.string(),
      currency: z.string(),
      chips: amountReply,
      held: amountReply,
      active: z.boolean(),
      created_at: instant,
    }),
    entries: z.array(
      z.object({
        id: z.string(),
        at: instant,
        kind: z.string(),
        account: z.string(),
        amount: amountReply,
        balance_after: z.nullable(amountReply),
        reference: z.string(),
      }),
    ),
  }),
  refusals: ['not_found'],
})

export const setPlayerActive = operation({
  name: 'setPlayerActive',
  method: 'POST',
  path: '/staff/players/:id/active',
  access: 'staff',
  roles: ['support', 'manager', 'admin'],
  summary: 'Suspend a player or lift the suspension.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: z.object({
    active: z.boolean(),
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(500)),
  }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const staffOperations = [
  staffSignIn,
  staffSecondFactor,
  staffSignOut,
  staffMe,
  staffList,
  staffCreate,
  staffAudit,
  staffHealth,
  staffPlayers,
  staffPlayer,
  setPlayerActive,
]
