import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { reason } from './queue-shapes.ts'
import { amountActions, type AmountAction } from './money-actions.ts'
import { operation } from './operation.ts'
import { amount, amountReply, instant, success } from './shapes.ts'

/** Settings of the whole portal, and changes that need two operators. */

const line = (most: number) => z.string().check(z.trim(), z.minLength(1, fault('text_required')), z.maxLength(most))
const lineOrNone = (most: number) => z.nullable(z.string().check(z.trim(), z.maxLength(most)))
const whole = (least: number, most: number) =>
  z
    .number('Write a whole number')
    .check(
      z.int(fault('whole_number')),
      z.minimum(least, fault('at_least', { least: String(least) })),
      z.maximum(most, fault('at_most', { most: String(most) })),
    )
const byMarket = <S extends z.ZodMiniType>(schema: S) => z.object({ NA: schema, IN: schema })
const webAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300),
    z.regex(/^https:\/\/[\w.-]+(?::[0-9]+)?(?:[/?#][^\s"'<>]*)?$/, fault('https_rule')),
  )

const timeOfDay = z.string().check(z.trim(), z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, fault('time_rule')))

const percent = z.string().check(z.trim(), z.regex(/^[0-9]{1,2}(\.[0-9]{1,2})?$/, fault('percent_rule')))

const network = z.string().check(
  z.trim(),
  z.maxLength(43),
  z.refine((text) => {
    const [address = '', bits = '', ...rest] = text.split('/')
    const isV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(address)
    const isV6 = !isV4 && z.safeParse(z.ipv6(), address).success
    return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : isV6 ? 128 : -1)
  }, 'Write a network as 203.0.113.0/24 or 2001:db8::/32'),
)
/** The operator's account for payouts. Not set if the account number is empty. */
export const payerAccount = z.object({
  holder: z.string().check(z.trim(), z.maxLength(70)),
  /** An account number of digits, or an IBAN. */
  number: z
    .string()
    .check(
      z.trim(),
      z.regex(
        /^([0-9]{6,18}|[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$/,
        'Write the digits of the account number, or the IBAN',
      ),
    ),
  /** Branch code, IFSC or another member id of the bank. */
  branch: z.string().check(z.trim(), z.regex(/^[A-Z0-9]{0,11}$/, fault('branch_code_rule'))),
  bank: z.string().check(z.trim(), z.maxLength(70)),
  bic: z.string().check(z.trim(), z.regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/, fault('bic_rule'))),
})
export type PayerAccount = z.output<typeof payerAccount>

/** When a second person decides. */
const approvals = <Amount extends z.ZodMiniType>(money: Amount) =>
  z.object({
    /** One person may do everything; only in the sandbox. */
    solo: z.boolean(),
    /** No operator decides on both a player's deposits and withdrawals on one day. */
    separate_sides: z.boolean(),
    /** Bank transfers are credited only from a bank line. */
    bank_line_required: z.boolean(),
    /** Only operators with a passkey decide about money going out. */
    passkey_required: z.boolean(),
    /** Daily sums above which a second person decides: of one operator, and for one player. */
    operator_day: byMarket(money),
    player_day: byMarket(money),
    /** Amounts of single actions; null: that of `four_eyes`. */
    thresholds: z.object(
      Object.fromEntries(amountActions.map((action) => [action, byMarket(z.nullable(money))])) as Record<
        AmountAction,
        ReturnType<typeof byMarket<z.ZodMiniNullable<Amount>>>
      >,
    ),
  })

/** Sections with their fields; amounts are decimal strings. */
const sections = <Amount extends z.ZodMiniType>(money: Amount) => {
  const limits = byMarket(z.object({ min: money, max: money }))
  return {
    portal: z.object({
      state: z.enum(['active', 'maintenance', 'forbidden']),
      /** Text for visitors of a closed portal; null: default. */
      message: lineOrNone(300),
      /** Expected end of maintenance; shown in the player's time zone. */
      until: z.optional(z.nullable(instant)),
    }),
    names: z.object({
      portal: line(40),
      operator: z.string().check(z.trim(), z.maxLength(120)),
      licence: lineOrNone(120),
    }),
    welcome: z.object({ en: lineOrNone(120), hi: lineOrNone(120), af: lineOrNone(120) }),
    support: z.object({
      email: z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, fault('email_rule'))),
      phone: lineOrNone(40),
      hours: z.optional(lineOrNone(80)),
    }),
    social: z.array(z.object({ name: line(40), url: webAddress })).check(z.maxLength(10)),
    /** Switch of the Deposit button in both markets. */
    auto_deposit: z.boolean(),
    registration: z.object({
      open: z.boolean(),
      otp: z.boolean(),
      new_device_otp: z.boolean(),
      forgot_password: z.boolean(),
    }),
    countries: z.object({
      restricted: z.array(z.string().check(z.regex(/^[A-Z]{2}$/, fault('countries_rule')))).check(z.maxLength(250)),
      unknown: z.enum(['allow', 'restrict']),
    }),
    session: z.object({ idle_hours: whole(1, 720), absolute_days: whole(1, 90) }),
    guessing: z.object({
      /** Daily limit of unanswered codes to unregistered numbers; above it none is sent. */
      unanswered_codes_a_day: whole(100, 1_000_000),
      /** Networks shared by many people, with a multiple of the usual tries for each prefix. */
      networks: z.array(z.object({ name: line(60), network, allowance: whole(1, 1_000) })).check(z.maxLength(100)),
    }),
    four_eyes: byMarket(money),
    approvals: approvals(money),
    deposits: z.object({
      expire_after_hours: whole(1, 720),
      open_at_most: whole(1, 1_000),
      expected_minutes: whole(1, 10_080),
    }),
    deposit_limits: limits,
    /** Amounts that a deposit form offers as buttons. */
    quick_amounts: byMarket(z.array(money).check(z.maxLength(6))),
    withdrawals: z.object({
      open: z.boolean(),
      rest_hours: whole(0, 720),
      expected_minutes: whole(1, 10_080),
      tier: z.enum(['registered', 'mobile_verified', 'person_verified']),
      limits,
      /** Fee of a payout: a fixed part, and per cent of the amount. */
      fee: byMarket(z.object({ flat: money, percent })),
    }),
    /** Our accounts for payouts. */
    payer_accounts: byMarket(payerAccount),
    /** Autoplay, and the shortest time between its rounds. */
    autoplay: byMarket(z.object({ allowed: z.boolean(), round_seconds: whole(1, 60) })),
    /** Messages to players; those about money and security ignore quiet hours and caps. */
    messaging: z.object({
      /** Local times; equal ones mean no quiet hours. */
      quiet: byMarket(z.object({ from: timeOfDay, to: timeOfDay })),
      player_a_day: whole(0, 1_000),
      /** Daily cap for all players of a market together. */
      operator_a_day: whole(0, 100_000_000),
      /** Price of one part of a text message. */
      sms_cost: byMarket(money),
      /** Price of one e-mail. */
      email_cost: byMarket(money),
    }),
  }
}

const shown = z.object(sections(amountReply))
export type PortalSections = z.output<typeof shown>

export const staffSettings = operation({
  name: 'staffSettings',
  method: 'GET',
  path: '/staff/settings',
  access: 'staff',
  needs: ['settings.see'],
  summary: 'All settings of the portal, and the licences that the environment names.',
  reply: z.object({
    status: success,
    settings: shown,
    licence_of_environment: z.nullable(z.string()),
    /** Whether visitors' countries are known; otherwise no country is restricted. */
    countries_known: z.boolean(),
  }),
  refusals: [],
})

export const changeSettings = operation({
  name: 'changeSettings',
  method: 'PUT',
  path: '/staff/settings',
  access: 'staff',
  needs: ['settings.change'],
  summary:
    'Replace sections of the settings. Stricter values take effect at once on every server. Fees, the operator’s own accounts, and looser limits, waiting times, thresholds, autoplay, codes or four-eyes rules need a second admin.',
  body: z.object({ change: z.partial(z.object(sections(amount))), reason }),
  reply: z.object({
    status: success,
    waits: z.boolean(),
    /** True if loosened by one person, as the sandbox allows; live mode needs a second admin. */
    alone: z.boolean(),
  }),
  refusals: ['change_waits'],
})

export const settingsOperations = [staffSettings, changeSettings]
