import { isRecord } from '@dhow/contract/records'
import type { Currency } from '@dhow/contract/money'
import type { AmountAction } from '@dhow/contract/money-actions'
import type { PayerAccount } from '@dhow/contract/settings'
import type { Market } from '@dhow/contract/shapes'
import type { Network } from '../../platform/prefix.ts'

/** All settings of the operator, with their defaults. */
export interface Settings {
  /** `until` is the expected end of maintenance, as an ISO instant. */
  portal: { open: boolean; message: string | null; closed_for?: 'maintenance' | 'forbidden'; until?: string | null }
  /** The licence is shown to players; real money also needs the environment's. */
  names: { portal: string; operator: string; licence: string | null }
  /** Greeting of the lobby, by language; null: the portal's own greeting. */
  welcome: Record<'en' | 'hi' | 'af', string | null>
  support: { email: string; phone: string | null; hours?: string | null | undefined }
  social: { name: string; url: string }[]
  /** Whether the Deposit button works. */
  auto_deposit: 0 | 1
  registration: { open: boolean; otp: boolean; new_device_otp: boolean; forgot_password: boolean }
  /** ISO codes of refused countries; `unknown` is the rule for an unknown country. */
  countries: { restricted: string[]; unknown: 'allow' | 'restrict' }
  session: { idle_hours: number; absolute_days: number }
  guessing: {
    /** Unanswered codes to strangers' numbers in a day; above it only players get codes. */
    unanswered_codes_a_day: number
    /** Networks that many people share, with their multiple of the usual allowance. */
    networks: Network[]
  }
  /** Amount from which a second operator must confirm, by market, in minor units as text. */
  four_eyes_minor: Record<Market, string>
  approvals: {
    /** Lets one person act as everybody in a sandbox; never in live mode. */
    solo: boolean
    /** Nobody decides both on a player's deposits and withdrawals in one day. */
    separate_sides: boolean
    /** Bank transfers are credited only from a statement line. */
    bank_line_required: boolean
    /** Decisions about money need a passkey, even of operators without one. */
    passkey_required: boolean
    /** Daily sums from which a second person decides, for actions without evidence. */
    operator_day_minor: Record<Market, string>
    player_day_minor: Record<Market, string>
    /** Amounts of single actions, by name; default: `four_eyes_minor`. */
    thresholds_minor: Partial<Record<AmountAction, Partial<Record<Market, string>>>>
  }
  deposits: { expire_after_hours: number; open_at_most: number; expected_minutes: number }
  withdrawals: {
    open: boolean
    rest_hours: number
    expected_minutes: number
    tier: 'registered' | 'mobile_verified' | 'person_verified'
    limits_minor: Record<Market, { min: string; max: string }>
    /** Cost of a payout: a fixed part, and hundredths of a percent. */
    fee?: Record<Market, { flat_minor: string; percent_bp: number }>
  }
  /** The operator's accounts that pay withdrawals; an empty number means not set. */
  payer_accounts: Record<Market, PayerAccount>
  deposit_limits_minor: Record<Market, { min: string; max: string }>
  /** Amounts that a deposit form offers as buttons. */
  quick_amounts_minor: Record<Market, string[]>
  /** Automatic play: forbidden unless a market's row allows it. */
  autoplay: Record<Market, { allowed: boolean; round_seconds: number }>
  /** Kill switches: everything named here is closed. */
  closed: {
    deposits: Partial<Record<Market, Closed>>
    withdrawals: Partial<Record<Market, Closed>>
    /** By method code. */
    methods: Record<string, Closed>
  }
  /** Messages to players except about money and security: quiet hours in local time, and daily caps. */
  messaging: {
    quiet: Record<Market, { from: string; to: string }>
    player_a_day: number
    /** For all players of a market together. */
    operator_a_day: number
    /** Price of one part of a text message, in minor units as text. */
    sms_cost_minor: Record<Market, string>
    /** Price of one e-mail. */
    email_cost_minor: Record<Market, string>
  }
  /** Overrides of a method's texts in the chooser. */
  methods: Record<
    string,
    { display_name: string; description: string; position: number; limits?: { min: string; max: string } }
  >
}

export interface Closed {
  at: string
  reason: string
}

const noPayer: PayerAccount = { holder: '', number: '', branch: '', bank: '', bic: '' }

/** Invented accounts at invented banks. */
const sandboxPayers: Record<Market, PayerAccount> = {
  NA: {
    holder: 'Dhow Sandbox Operator',
    number: '62000000001',
    branch: '480001',
    bank: 'Skeleton Coast Bank',
    bic: '',
  },
  IN: {
    holder: 'Dhow Sandbox Operator',
    number: '000012345678',
    branch: 'SKEL0000001',
    bank: 'Skeleton Coast Bank',
    bic: '',
  },
}

/** In live mode a new payout account rests for a day; in the sandbox everything can be tried at once. */
export function defaultSettings(mode: 'sandbox' | 'live'): Settings {
  return {
    portal: { open: true, message: null },
    names: {
      portal: 'Dhow',
      operator: mode === 'sandbox' ? 'Dhow Sandbox Operator (invented)' : '',
      licence: null,
    },
    welcome: { en: null, hi: null, af: null },
    support: { email: 'support@dhow.example', phone: null, hours: null },
    social: [],
    auto_deposit: 1,
    registration: { open: true, otp: true, new_device_otp: true, forgot_password: true },
    countries: { restricted: [], unknown: 'allow' },
    session: { idle_hours: 12, absolute_days: 30 },
    guessing: { unanswered_codes_a_day: 20_000, networks: [] },
    four_eyes_minor: { NA: '1000000', IN: '5000000' },
    approvals: {
      solo: mode === 'sandbox',
      separate_sides: mode === 'live',
      bank_line_required: false,
      passkey_required: false,
      operator_day_minor: { NA: '5000000', IN: '25000000' },
      player_day_minor: { NA: '1000000', IN: '5000000' },
      thresholds_minor: {},
    },
    deposits: { expire_after_hours: 72, open_at_most: 3, expected_minutes: 30 },
    withdrawals: {
      open: true,
      rest_hours: mode === 'sandbox' ? 0 : 24,
      expected_minutes: 120,
      tier: 'mobile_verified',
      limits_minor: { NA: { min: '5000', max: '2500000' }, IN: { min: '10000', max: '10000000' } },
      fee: { NA: { flat_minor: '0', percent_bp: 0 }, IN: { flat_minor: '0', percent_bp: 0 } },
    },
    deposit_limits_minor: { NA: { min: '1000', max: '2000000' }, IN: { min: '10000', max: '20000000' } },
    quick_amounts_minor: { NA: ['5000', '10000', '20000', '50000'], IN: ['5000', '10000', '20000', '50000'] },
    payer_accounts: mode === 'sandbox' ? sandboxPayers : { NA: noPayer, IN: noPayer },
    messaging: {
      quiet: { NA: { from: '21:00', to: '08:00' }, IN: { from: '21:00', to: '09:00' } },
      player_a_day: 5,
      operator_a_day: 100_000,
      sms_cost_minor: { NA: '60', IN: '20' },
      email_cost_minor: { NA: '1', IN: '1' },
    },
    autoplay: { NA: { allowed: false, round_seconds: 5 }, IN: { allowed: false, round_seconds: 5 } },
    closed: { deposits: {}, withdrawals: {}, methods: {} },
    methods: {},
  }
}

/** Retry-After of a portal in maintenance without an expected end, or after it. */
const retryAfterS = 60

/** Whole seconds until a closed portal may be called again, from the expected end of its maintenance. */
export function maintenanceWaitS({ until }: Settings['portal'], now: Date): number {
  const waitS = until ? Math.ceil((Date.parse(until) - now.getTime()) / 1_000) : 0
  return waitS > 0 ? waitS : retryAfterS
}

/** Stored settings over the defaults, section by section, so that settings added later get their defaults. */
export function mergeSettings(defaults: Settings, stored: Record<string, unknown>): Settings {
  const merged = Object.entries(defaults).map(([name, own]) => {
    const value = stored[name]
    if (value === undefined) return [name, own] as const
    return [name, isRecord(own) && isRecord(value) ? { ...own, ...value } : value] as const
  })
  return { ...defaults, ...Object.fromEntries(merged) }
}

/** Market of a currency. */
export const marketOfCurrency = (currency: Currency): Market => (currency === markets.NA.currency ? 'NA' : 'IN')

/** Market of a visitor's two-letter country; undefined if the portal has none there. */
export const marketOfCountry = (country: string | null | undefined): Market | undefined =>
  country === 'NA' || country === 'IN' ? country : undefined

/** Day of an instant in a time zone, as YYYY-MM-DD. */
export const dayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** Constants of a market. */
export const markets = {
  NA: {
    name: 'Namibia',
    currency: 'NAD',
    timezone: 'Africa/Windhoek',
    symbol: 'N$',
    calling_code: '+264',
    mobile_example: '081 234 5678',
    country: 'NA',
  },
  IN: {
    name: 'India',
    currency: 'INR',
    timezone: 'Asia/Kolkata',
    symbol: '₹',
    calling_code: '+91',
    mobile_example: '98765 43210',
    country: 'IN',
  },
} as const
