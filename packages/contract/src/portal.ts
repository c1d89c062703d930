import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, instant, market } from './shapes.ts'

export const portalRefusals = {
  portal_forbidden: { status: 403 },
  maintenance: { status: 503 },
  country_restricted: { status: 403 },
  settings_unavailable: { status: 503 },
} as const

/** Properties of a market: currency, format of mobile numbers, and settings for players. */
export const marketInfo = z.object({
  market,
  name: z.string(),
  currency,
  symbol: z.string(),
  /** Calling code with its plus sign. */
  calling_code: z.string(),
  /** Example number in the local form, shown beside the field. */
  mobile_example: z.string(),
  /** Whether payments are open in this market (never in live mode without a licence). */
  payments_open: z.boolean(),
  /** Amounts that a deposit form offers as buttons, smallest first. */
  quick_amounts: z.array(amountReply),
})

export const portalSettings = z.object({
  portal_name: z.string(),
  operator_name: z.string(),
  licence: z.nullable(z.string()),
  mode: z.enum(['sandbox', 'live']),
  auto_deposit: z.union([z.literal(0), z.literal(1)]),
  support: z.object({
    email: z.string(),
    phone: z.nullable(z.string()),
    /** Hours of support, in the operator's words. */
    hours: z.optional(z.nullable(z.string())),
  }),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Greeting of the lobby by language; null: the built-in one. */
  welcome: z.object({ en: z.nullable(z.string()), hi: z.nullable(z.string()), af: z.nullable(z.string()) }),
  markets: z.array(marketInfo),
})
export type PortalSettings = z.output<typeof portalSettings>

export const portalInfo = operation({
  name: 'portalInfo',
  method: 'GET',
  path: '/portal-info',
  access: 'public',
  summary: 'Whether the portal is open, with its names, texts and settings.',
  reply: z.object({
    status: z.literal('success'),
    status_code: z.literal(200),
    msg: z.string(),
    server_time: instant,
    build: z.string(),
    settings: portalSettings,
  }),
  refusals: ['portal_forbidden', 'maintenance', 'country_restricted'],
})

export const authenticationType = operation({
  name: 'authenticationType',
  method: 'GET',
  path: '/authentication-type',
  access: 'optional',
  summary: 'The steps of sign-in and registration that the operator has switched on.',
  reply: z.object({
    status: z.literal('success'),
    register_otp: z.boolean(),
    new_device_otp: z.boolean(),
    forgot_password: z.boolean(),
    registration_open: z.boolean(),
  }),
  refusals: [],
})

export const portalSetting = operation({
  name: 'portalSetting',
  method: 'GET',
  path: '/player/portal-setting',
  access: 'optional',
  summary: 'Settings of one kind; `deposit` gives the limits of the player’s market.',
  query: z.object({ type: z.optional(z.enum(['deposit', 'withdraw'])), market: z.optional(market) }),
  reply: z.object({
    status: z.literal('success'),
    msg: z.string(),
    settings: z.object({
      min: amountReply,
      max: amountReply,
      min_deposit: amountReply,
      max_deposit: amountReply,
      currency,
      symbol: z.string(),
    }),
  }),
  refusals: ['settings_unavailable'],
})

export const portalOperations = [portalInfo, authenticationType, portalSetting]
