import { recordOf } from '@dhow/contract/records'
import { required } from '../../platform/required.ts'
import { operatorText } from '@dhow/contract/operator-texts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { amountActions, type AmountAction } from '@dhow/contract/money-actions'
import type { BodyOf } from '@dhow/contract/operation'
import type { changeSettings, PortalSections } from '@dhow/contract/settings'
import type { Market } from '@dhow/contract/shapes'
import { Refusal, type FieldTexts } from '../../platform/refusal.ts'
import type { Settings } from '../portal/index.ts'

type Change = BodyOf<typeof changeSettings>['change']

const decimal = (minor: string) => formatDecimal(BigInt(minor))
const amountOf = (text: string) => required(parseAmount(text), 'amount of the setting')
const minorOf = (text: string) => amountOf(text).toString()
const eachMarket = <From, To>(values: Record<Market, From>, change: (value: From) => To): Record<Market, To> => ({
  NA: change(values.NA),
  IN: change(values.IN),
})
const bounds = { toShown: decimal, toStored: minorOf }
const limits = (turn: keyof typeof bounds) => (of: { min: string; max: string }) => ({
  min: bounds[turn](of.min),
  max: bounds[turn](of.max),
})

/** Distinct amounts in minor units, smallest first. */
const smallestFirst = (amounts: string[]) =>
  [...new Set(amounts.map(amountOf))].sort((a, b) => (a < b ? -1 : 1)).map(String)

function hundredthsOf(percent: string): number {
  const [whole = '', part = ''] = percent.split('.')
  return Number(whole + part.padEnd(2, '0'))
}
const noFee = { NA: { flat_minor: '0', percent_bp: 0 }, IN: { flat_minor: '0', percent_bp: 0 } }

/** The settings for operators: all settings of the portal are here, or in the method switches. */
export function toSections(settings: Settings): PortalSections {
  const {
    portal,
    auto_deposit,
    four_eyes_minor,
    deposit_limits_minor,
    quick_amounts_minor,
    withdrawals,
    approvals,
    messaging,
    closed: _,
    methods: __,
    ...same
  } = settings
  const { sms_cost_minor, email_cost_minor, ...ofMessaging } = messaging
  const { limits_minor, fee = noFee, ...ofWithdrawals } = withdrawals
  return {
    ...same,
    portal: {
      state: portal.open ? 'active' : (portal.closed_for ?? 'forbidden'),
      message: portal.message,
      until: portal.until ?? null,
    },
    auto_deposit: auto_deposit === 1,
    four_eyes: eachMarket(four_eyes_minor, decimal),
    approvals: shownApprovals(approvals),
    messaging: {
      ...ofMessaging,
      sms_cost: eachMarket(sms_cost_minor, decimal),
      email_cost: eachMarket(email_cost_minor, decimal),
    },
    deposit_limits: eachMarket(deposit_limits_minor, limits('toShown')),
    quick_amounts: eachMarket(quick_amounts_minor, (amounts) => amounts.map(decimal)),
    withdrawals: {
      ...ofWithdrawals,
      limits: eachMarket(limits_minor, limits('toShown')),
      fee: eachMarket(fee, ({ flat_minor, percent_bp }) => ({
        flat: decimal(flat_minor),
        percent: formatDecimal(BigInt(percent_bp)),
      })),
    },
  }
}

/** A change in its stored form: amounts in minor units, empty texts as null. */
export function toStoredSections(change: Change): Partial<Settings> {
  const { portal, names, welcome, auto_deposit, four_eyes, deposit_limits, quick_amounts, withdrawals, ...others } =
    change
  const { support, approvals, messaging, ...same } = others
  const stored: Partial<Settings> = {}
  for (const [name, value] of Object.entries(same)) if (value !== undefined) Object.assign(stored, { [name]: value })
  const orNull = (text: string | null) => (text === '' ? null : text)
  if (portal)
    stored.portal = {
      open: portal.state === 'active',
      message: orNull(portal.message),
      ...(portal.state === 'active' ? {} : { closed_for: portal.state }),
      ...(portal.state === 'maintenance' ? { until: portal.until ?? null } : {}),
    }
  if (names) stored.names = { ...names, licence: orNull(names.licence) }
  if (welcome) stored.welcome = { en: orNull(welcome.en), hi: orNull(welcome.hi), af: orNull(welcome.af) }
  if (support) stored.support = { ...support, phone: orNull(support.phone), hours: orNull(support.hours ?? null) }
  if (auto_deposit !== undefined) stored.auto_deposit = auto_deposit ? 1 : 0
  if (four_eyes) stored.four_eyes_minor = eachMarket(four_eyes, minorOf)
  if (approvals) stored.approvals = storedApprovals(approvals)
  if (messaging) {
    const { sms_cost, email_cost, ...ofMessaging } = messaging
    stored.messaging = {
      ...ofMessaging,
      sms_cost_minor: eachMarket(sms_cost, minorOf),
      email_cost_minor: eachMarket(email_cost, minorOf),
    }
  }
  if (deposit_limits) stored.deposit_limits_minor = eachMarket(deposit_limits, limits('toStored'))
  if (quick_amounts) stored.quick_amounts_minor = eachMarket(quick_amounts, smallestFirst)
  if (withdrawals) {
    const { limits: of, fee, ...rest } = withdrawals
    stored.withdrawals = {
      ...rest,
      limits_minor: eachMarket(of, limits('toStored')),
      fee: eachMarket(fee, ({ flat, percent }) => ({
        flat_minor: minorOf(flat),
        percent_bp: hundredthsOf(percent),
      })),
    }
  }
  return stored
}

const inMarkets = <Value>(of: Record<Market, Value>): ['NA' | 'IN', Value][] => [
  ['NA', of.NA],
  ['IN', of.IN],
]

/** @throws Refusal `invalid_fields` for limits without a valid range, and zero amounts */
export function refuseInvalidLimits({ deposit_limits, quick_amounts, withdrawals, four_eyes, approvals }: Change) {
  const fields: FieldTexts = {}
  const groups = { deposit_limits, 'withdrawals.limits': withdrawals?.limits }
  for (const [group, of] of Object.entries(groups))
    for (const [market, { min, max }] of of ? inMarkets(of) : []) {
      if (amountOf(min) <= 0n) fields[`change.${group}.${market}.min`] = [operatorText('smallest_above_nothing', {})]
      if (amountOf(max) <= amountOf(min))
        fields[`change.${group}.${market}.max`] = [operatorText('largest_above_smallest', {})]
    }
  for (const [market, { flat }] of withdrawals ? inMarkets(withdrawals.fee) : [])
    // A payout must bring more than it costs.
    if (withdrawals && amountOf(flat) >= amountOf(withdrawals.limits[market].min))
      fields[`change.withdrawals.fee.${market}.flat`] = [operatorText('fee_below_smallest', {})]
  for (const [market, amount] of four_eyes ? inMarkets(four_eyes) : [])
    if (amountOf(amount) <= 0n) fields[`change.four_eyes.${market}`] = [operatorText('amount_above_nothing', {})]
  for (const [market, amounts] of quick_amounts ? inMarkets(quick_amounts) : [])
    if (amounts.some((amount) => amountOf(amount) <= 0n))
      fields[`change.quick_amounts.${market}`] = [operatorText('amount_above_nothing', {})]
  for (const [path, amount] of approvals ? amountsOf(approvals) : [])
    if (amount !== null && amountOf(amount) <= 0n)
      fields[`change.approvals.${path}`] = [operatorText('amount_above_nothing', {})]
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_fields', { fields })
}

function shownApprovals({
  thresholds_minor,
  operator_day_minor,
  player_day_minor,
  ...switches
}: Settings['approvals']): PortalSections['approvals'] {
  const thresholdOf = (action: AmountAction, market: Market) => {
    const minor = thresholds_minor[action]?.[market]
    return minor === undefined ? null : decimal(minor)
  }
  return {
    ...switches,
    operator_day: eachMarket(operator_day_minor, decimal),
    player_day: eachMarket(player_day_minor, decimal),
    thresholds: eachAction((action) => ({ NA: thresholdOf(action, 'NA'), IN: thresholdOf(action, 'IN') })),
  }
}

function storedApprovals({
  thresholds,
  operator_day,
  player_day,
  ...switches
}: PortalSections['approvals']): Settings['approvals'] {
  const stored = (of: Record<Market, string | null>) =>
    Object.fromEntries(
      Object.entries(of).flatMap(([market, amount]) => (amount === null ? [] : [[market, minorOf(amount)]])),
    )
  return {
    ...switches,
    operator_day_minor: eachMarket(operator_day, minorOf),
    player_day_minor: eachMarket(player_day, minorOf),
    thresholds_minor: eachAction((action) => stored(thresholds[action])),
  }
}

const eachAction = <Value>(value: (action: AmountAction) => Value) => recordOf(amountActions, value)

/** All amounts of the section with their paths. */
function amountsOf({ operator_day, player_day, thresholds }: PortalSections['approvals']): [string, string | null][] {
  return Object.entries({ operator_day, player_day, ...prefixed(thresholds) }).flatMap(([path, of]) =>
    Object.entries(of).map(([market, amount]): [string, string | null] => [`${path}.${market}`, amount]),
  )
}

const prefixed = <Value>(of: Record<string, Value>) =>
  Object.fromEntries(Object.entries(of).map(([action, value]) => [`thresholds.${action}`, value]))
