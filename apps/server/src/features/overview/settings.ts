import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { BodyOf } from '@dhow/contract/operation'
import type { changeSettings, PayerAccount, PortalSections } from '@dhow/contract/settings'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Fact } from '../approvals/index.ts'
import type { Settings } from '../portal/index.ts'
import type { OverviewParts } from './index.ts'

declare module '../approvals/index.ts' {
  interface ChangeKinds {
    settings: Partial<Settings>
  }
}

type Change = BodyOf<typeof changeSettings>['change']

/** The portal's settings for operators: as they stand, changed with a trail, some by two of them. */
export function openSettings({ platform: { db, config }, portal, staff, approvals }: OverviewParts) {
  async function apply(tx: Tx, by: StaffSession, change: Partial<Settings>, why: string) {
    for (const name of Object.keys(change) as (keyof Settings)[]) {
      const before = await portal.changeOne(tx, name, () => change[name] as never)
      await staff.audit(tx, {
        operatorId: by.operatorId,
        action: 'settings.change',
        subject: `setting:${name}`,
        text: `Changed the setting ${name}: ${why}`,
        before,
        after: change[name],
      })
    }
  }

  approvals.changes.register('settings', {
    title: 'Settings',
    roles: ['admin'],
    apply: (tx, by, change, { summary }) => apply(tx, by, change, `confirmed: ${summary}`),
  })

  return {
    shown: () => ({
      settings: shownOf(portal.settings()),
      licence_of_environment: config.legal.licenceNA ?? null,
      countries_known: config.countryHeader !== undefined,
    }),

    /** Answers whether a part of it waits for a second admin. @throws Refusal `invalid_fields`, `change_waits` */
    async change(by: StaffSession, { change, reason }: BodyOf<typeof changeSettings>) {
      refuseOddLimits(change)
      if (change.approvals?.solo && config.mode === 'live')
        throw new Refusal('invalid_fields', {
          fields: { 'change.approvals.solo': ['Live mode always needs two people'] },
        })
      const { four_eyes_minor, payer_accounts, ...atOnce } = storedOf(change)
      const payerChanges = payer_accounts ? payerFacts(portal.settings().payer_accounts, payer_accounts) : []
      await db.transaction(async (tx) => {
        await apply(tx, by, atOnce, reason)
        if (payerChanges.length > 0)
          await approvals.changes.propose(tx, by, {
            kind: 'settings',
            subject: 'payer_accounts',
            summary: 'Our own accounts that payouts are paid from',
            change: { payer_accounts: payer_accounts! },
            reason,
            facts: payerChanges,
          })
        if (!four_eyes_minor) return
        await approvals.changes.propose(tx, by, {
          kind: 'settings',
          subject: 'four_eyes',
          summary: `Two operators confirm from ${inWords(four_eyes_minor)} on; until now from ${inWords(portal.settings().four_eyes_minor)}`,
          change: { four_eyes_minor },
          reason,
        })
      })
      return four_eyes_minor !== undefined || payerChanges.length > 0
    },
  }
}

const payerText = ({ holder, number, branch, bank, bic }: PayerAccount) =>
  [holder, number, branch, bank, bic].filter((part) => part !== '').join(', ')

/** Both accounts before and after, for the person who confirms them. */
const payerFacts = (before: Record<Market, PayerAccount>, after: Record<Market, PayerAccount>): Fact[] =>
  (['NA', 'IN'] as const)
    .filter((market) => payerText(before[market]) !== payerText(after[market]))
    .map((market) => ({
      label: `Payout account, ${market}`,
      before: payerText(before[market]),
      after: payerText(after[market]),
    }))

const decimal = (minor: string) => formatDecimal(BigInt(minor))
const minorOf = (text: string) => parseAmount(text)!.toString()
const eachMarket = <From, To>(values: Record<Market, From>, change: (value: From) => To): Record<Market, To> => ({
  NA: change(values.NA),
  IN: change(values.IN),
})
const inWords = ({ NA, IN }: Record<Market, string>) => `${decimal(NA)} NAD and ${decimal(IN)} INR`
const bounds = { toShown: decimal, toStored: minorOf }
const limits = (turn: keyof typeof bounds) => (of: { min: string; max: string }) => ({
  min: bounds[turn](of.min),
  max: bounds[turn](of.max),
})

function hundredthsOf(percent: string): number {
  const [whole = '', part = ''] = percent.split('.')
  return Number(whole + part.padEnd(2, '0'))
}
const noFee = { NA: { flat_minor: '0', percent_bp: 0 }, IN: { flat_minor: '0', percent_bp: 0 } }

/** The settings as operators read them: every one that the portal reads has its place here, or in the switches of the methods. */
function shownOf(settings: Settings): PortalSections {
  const {
    portal,
    auto_deposit,
    four_eyes_minor,
    deposit_limits_minor,
    withdrawals,
    closed: _,
    methods: __,
    ...same
  } = settings
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
    deposit_limits: eachMarket(deposit_limits_minor, limits('toShown')),
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

function storedOf(change: Change): Partial<Settings> {
  const { portal, names, welcome, auto_deposit, four_eyes, deposit_limits, withdrawals, support, ...same } = change
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
  if (support) stored.support = { ...support, phone: orNull(support.phone) }
  if (auto_deposit !== undefined) stored.auto_deposit = auto_deposit ? 1 : 0
  if (four_eyes) stored.four_eyes_minor = eachMarket(four_eyes, minorOf)
  if (deposit_limits) stored.deposit_limits_minor = eachMarket(deposit_limits, limits('toStored'))
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

function refuseOddLimits({ deposit_limits, withdrawals, four_eyes }: Change) {
  const fields: Record<string, string[]> = {}
  const groups = { deposit_limits, 'withdrawals.limits': withdrawals?.limits }
  for (const [group, of] of Object.entries(groups))
    for (const market of of ? (['NA', 'IN'] as const) : []) {
      const { min, max } = of![market]
      if (parseAmount(min)! <= 0n) fields[`change.${group}.${market}.min`] = ['The smallest amount is above nothing']
      if (parseAmount(max)! <= parseAmount(min)!)
        fields[`change.${group}.${market}.max`] = ['The largest amount is above the smallest']
    }
  for (const market of withdrawals ? (['NA', 'IN'] as const) : []) {
    const { fee, limits: of } = withdrawals!
    // A payout that costs more than it brings is none.
    if (parseAmount(fee[market].flat)! >= parseAmount(of[market].min)!)
      fields[`change.withdrawals.fee.${market}.flat`] = ['The fee is below the smallest withdrawal']
  }
  for (const market of four_eyes ? (['NA', 'IN'] as const) : [])
    if (parseAmount(four_eyes![market])! <= 0n) fields[`change.four_eyes.${market}`] = ['The amount is above nothing']
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_fields', { fields })
}
