import type { BonusKind } from '@dhow/contract/rewards'
import { formatDecimal, formatMoney, parseAmount } from '@dhow/contract/money'
import { moneyActs } from '@dhow/contract/money-acts'
import type { Market } from '@dhow/contract/shapes'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isOpen, termsReply } from './bonus-terms.ts'
import type { RewardParts } from './index.ts'
import type { BonusRuleRow } from './tables.ts'
import { wageringSentences } from './wagering.ts'

export interface NewBonusRule {
  kind: BonusKind
  market: Market
  title: string
  percent?: number | undefined
  max_amount: string
  min_deposit?: string | undefined
  wager_times?: number | undefined
  play_amount?: string | undefined
  valid_days?: number | undefined
  ends_in_days?: number | undefined
}

const currencyOf = { NA: 'NAD', IN: 'INR' } as const
const dayMs = 86_400_000

/** Initial bonus rules of the sandbox: invented rules, one of each kind a market. */
const sandboxRules: Omit<NewBonusRule, 'market'>[] = [
  {
    kind: 'welcome',
    title: 'Fair wind',
    percent: 100,
    max_amount: '500',
    min_deposit: '50',
    wager_times: 10,
    valid_days: 30,
  },
  {
    kind: 'reload',
    title: 'Second tide',
    percent: 25,
    max_amount: '200',
    min_deposit: '100',
    wager_times: 8,
    valid_days: 14,
  },
  { kind: 'cashback', title: 'Calm waters', percent: 10, max_amount: '300', wager_times: 1, valid_days: 7 },
  { kind: 'referral', title: 'Bring a friend aboard', max_amount: '50', min_deposit: '100', play_amount: '200' },
]

declare module '../approvals/index.ts' {
  interface ChangeKinds {
    bonus: { ruleId: string; rule: NewBonusRule }
  }
}

/** The operators' side of bonuses: rules as rows, made and stopped, never changed. */
export function openBonusRules(
  { db, clock, id }: Platform,
  { audit, approvals }: Pick<RewardParts, 'audit' | 'approvals'>,
) {
  function rowOf(rule: NewBonusRule, ruleId: string, operatorId: string | null): BonusRuleRow {
    const { kind, percent = 0 } = rule
    const now = clock.now()
    const row: BonusRuleRow = {
      id: ruleId,
      kind,
      market: rule.market,
      currency: currencyOf[rule.market],
      title: rule.title,
      percent,
      max_minor: amountOf(rule.max_amount, 'max_amount'),
      min_deposit_minor: rule.min_deposit === undefined ? 0n : amountOf(rule.min_deposit, 'min_deposit', true),
      wager_times: kind === 'referral' ? 0 : (rule.wager_times ?? 10),
      play_minor: rule.play_amount === undefined ? 0n : amountOf(rule.play_amount, 'play_amount', true),
      valid_days: rule.valid_days ?? 30,
      ends_at: rule.ends_in_days === undefined ? null : new Date(now.getTime() + rule.ends_in_days * dayMs),
      stopped_at: null,
      created_by: operatorId,
      created_at: now,
    }
    const faults: Record<string, string[]> = {}
    if (kind === 'referral' && percent !== 0) faults['percent'] = ['A referral gives an amount, not a share']
    if (kind !== 'referral' && percent === 0) faults['percent'] = ['Say which share it gives']
    if (kind === 'referral' && row.play_minor === 0n) faults['play_amount'] = ['Say how much the friend has to stake']
    if (kind === 'referral' && row.min_deposit_minor === 0n)
      faults['min_deposit'] = ['Say how much the friend has to deposit']
    if (kind !== 'referral' && row.play_minor > 0n) faults['play_amount'] = ['Only a referral asks for play']
    if (Object.keys(faults).length > 0) throw new Refusal('bonus_rule_invalid', { fields: faults })
    return row
  }

  async function insert(tx: Tx, row: BonusRuleRow, rule: NewBonusRule) {
    await tx.insertInto('rewards.bonus_rule').values(row).execute()
    await audit(tx, {
      operatorId: row.created_by,
      action: 'bonus-rule.create',
      subject: row.id,
      text: `Created the bonus "${row.title}"`,
      before: null,
      after: { ...rule },
    })
  }

  approvals.changes.register('bonus', {
    title: moneyActs.bonus_create.title,
    roles: ['manager', 'admin'],
    async apply(tx, by, { ruleId, rule }, { proposedBy }) {
      const row = rowOf(rule, ruleId, proposedBy)
      const { totalMinor } = await liabilityOf(tx, rule.market, row.max_minor)
      await approvals.decide(tx, by, { ...actOf(row, totalMinor), first: proposedBy })
      await insert(tx, row, rule)
    },
  })

  async function list(ruleId?: string) {
    const rows = await db.kysely
      .selectFrom('rewards.bonus_rule as rule')
      .selectAll('rule')
      .$if(ruleId !== undefined, (query) => query.where('rule.id', '=', ruleId!))
      .orderBy('rule.created_at', 'desc')
      .orderBy('rule.id', 'desc')
      .limit(500)
      .execute()
    const given = await db.kysely
      .selectFrom('rewards.bonus')
      .select((eb) => [
        'rule_id',
        'state',
        eb.fn.countAll<bigint>().as('count'),
        eb.fn.sum<string>('amount_minor').as('sum'),
      ])
      .groupBy(['rule_id', 'state'])
      .execute()
    const paid = await db.kysely
      .selectFrom('rewards.referral')
      .select((eb) => ['rule_id', eb.fn.countAll<bigint>().as('count'), eb.fn.sum<string>('amount_minor').as('sum')])
      .where('state', '=', 'paid')
      .groupBy('rule_id')
      .execute()
    const counting = await wageringSentences(db.kysely)
    return rows.map((rule) => {
      const mine = [
        ...given.filter((row) => row.rule_id === rule.id),
        ...paid.filter((row) => row.rule_id === rule.id).map((row) => ({ ...row, state: 'completed' as const })),
      ]
      const count = (...states: string[]) =>
        mine.reduce(
          (sum, row) => (states.length === 0 || states.includes(row.state) ? sum + Number(row.count) : sum),
          0,
        )
      const sum = (...states: string[]) =>
        formatDecimal(
          mine.reduce(
            (all, row) => (states.length === 0 || states.includes(row.state) ? all + BigInt(row.sum) : all),
            0n,
          ),
        )
      return {
        ...termsReply(rule, counting),
        state: rule.stopped_at
          ? ('stopped' as const)
          : isOpen(rule, clock.now())
            ? ('open' as const)
            : ('ended' as const),
        claims: count(),
        running: count('active'),
        given: sum(),
        converted: sum('completed'),
        returned: sum('cancelled', 'expired'),
        created_by: rule.created_by,
        created_at: rule.created_at.toISOString(),
      }
    })
  }

  return {
    list,

    liabilityOf: (rule: Pick<NewBonusRule, 'market' | 'max_amount'>) =>
      liabilityOf(db.kysely, rule.market, amountOf(rule.max_amount, 'max_amount')),

    /** Answers the rule's id, or undefined where it waits for a second person. @throws Refusal `amount_invalid`, `bonus_rule_invalid` */
    create(rule: NewBonusRule, by: StaffSession) {
      const row = rowOf(rule, id('rule'), by.operatorId)
      return db.transaction(async (tx) => {
        const liability = await liabilityOf(tx, rule.market, row.max_minor)
        const isNow = await approvals.doOrPropose(tx, by, actOf(row, liability.totalMinor), {
          kind: 'bonus',
          change: { ruleId: row.id, rule },
          reason: rule.title,
          facts: factsOf(row, liability),
        })
        if (!isNow) return undefined
        await insert(tx, row, rule)
        return row.id
      })
    },

    /** Stops an offer; what was claimed runs on. @throws Refusal `not_found` */
    async stop(ruleId: string, operatorId: string) {
      await db.transaction(async (tx) => {
        const before = await tx
          .selectFrom('rewards.bonus_rule')
          .selectAll()
          .where('id', '=', ruleId)
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new Refusal('not_found')
        if (before.stopped_at) return
        await tx.updateTable('rewards.bonus_rule').set({ stopped_at: clock.now() }).where('id', '=', ruleId).execute()
        await audit(tx, {
          operatorId,
          action: 'bonus-rule.stop',
          subject: ruleId,
          text: `Stopped the bonus "${before.title}"`,
          before: { open: true },
          after: { open: false },
        })
      })
    },

    /** The sandbox's rules, each once, however many servers start. */
    async seed() {
      for (const market of ['NA', 'IN'] as const)
        for (const rule of sandboxRules)
          await db.kysely
            .insertInto('rewards.bonus_rule')
            .values(rowOf({ ...rule, market }, `rule_sandbox_${rule.kind}_${market.toLowerCase()}`, null))
            .onConflict((conflict) => conflict.doNothing())
            .execute()
    },
  }
}

function amountOf(text: string, field: string, mayBeNothing = false): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined || (amountMinor === 0n && !mayBeNothing))
    throw new Refusal('amount_invalid', { fields: { [field]: ['Enter a valid number'] } })
  return amountMinor
}

export interface Liability {
  players: number
  /** The most that one claim of every player of the market costs, in minor units. */
  totalMinor: bigint
}

/** The most that a rule may cost where every player of its market claims it once; a market without players counts as one. */
async function liabilityOf(reader: Db, market: Market, maxMinor: bigint): Promise<Liability> {
  const { players } = await reader
    .selectFrom('accounts.player_card')
    .select((eb) => eb.fn.countAll<bigint>().as('players'))
    .where('market', '=', market)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return { players: Number(players), totalMinor: maxMinor * (players > 1n ? players : 1n) }
}

const actOf = (row: BonusRuleRow, amountMinor: bigint) => ({
  act: 'bonus_create' as const,
  subject: row.id,
  market: row.market,
  amountMinor,
})

const factsOf = (row: BonusRuleRow, { players, totalMinor }: Liability) =>
  Object.entries({
    Title: row.title,
    Kind: row.kind,
    'Bonus %': String(row.percent),
    'Most for one player': formatMoney(row.max_minor, row.currency),
    'Wagering requirement (×)': String(row.wager_times),
    'Players in the market': String(players),
    'Most if every player claims it once': formatMoney(totalMinor, row.currency),
  }).map(([label, after]) => ({ label, before: null, after }))
