import '../src/features/rewards/tables.ts'
import { sql } from 'kysely'
import { depositFamilies } from '@dhow/contract/deposit-families'
import { operations } from '@dhow/contract/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileIntegers, hostileJson } from './hostile-json.ts'
import { hostileTexts } from './hostile-texts.ts'
import { playerToBePaid, signed, withdrawalCode } from './api-calls.ts'
import { screenshot } from './pictures.ts'
import { openWorld, type Answer, type World } from './world.ts'

/**
 * Every route with an amount, against a corpus of invalid texts. Each refusal must name the amount, no call may fail
 * with a server error, and no money table may have another row or sum afterwards.
 */

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
  // A player who reports every valid amount in turn would exceed this rule.
  const { portal } = world.app.features
  await portal.change({ deposits: { ...portal.settings().deposits, open_at_most: 1_000 } })
})
afterAll(() => world.close())

/** Parses an amount digit by digit, independently of the contract's pattern. */
function minorOf(text: string): bigint | undefined {
  let whole = ''
  let fraction: string | undefined
  for (const letter of text) {
    if (letter === '.' && fraction === undefined && whole !== '') fraction = ''
    else if (letter < '0' || letter > '9' || letter.length !== 1) return undefined
    else if (fraction === undefined) whole += letter
    else fraction += letter
  }
  if (whole === '' || whole.length > 12 || fraction === '' || (fraction?.length ?? 0) > 2) return undefined
  return BigInt(whole) * 100n + BigInt((fraction ?? '').padEnd(2, '0'))
}

const within = (text: string, min: bigint, max: bigint) => {
  const minor = minorOf(text)
  return minor !== undefined && minor >= min && minor <= max
}
const textOfJson = (json: string): string | undefined => {
  try {
    const { amount } = JSON.parse(`{"amount":${json}}`) as { amount: unknown }
    return typeof amount === 'string' ? amount : undefined
  } catch {
    return undefined
  }
}

/** Row counts of all money tables, and the sum of all accounts. */
async function ledger() {
  const { rows } = await sql`
    select (select count(*) from ledger.posting) as postings, (select count(*) from ledger.transfer) as transfers,
      (select count(*) from ledger.hold) as holds, (select count(*) from deposits.deposit) as deposits,
      (select count(*) from withdrawals.withdrawal) as withdrawals, (select count(*) from rewards.gift_envelope) as gifts,
      (select count(*) from gateway.game_transaction) as game_transactions,
      (select string_agg(state || version, ',' order by id) from deposits.deposit) as deposit_states,
      (select sum(cash_minor + 3 * hold_minor + 5 * in_play_minor + 7 * bonus_minor) from ledger.wallet) as standing`.execute(
    world.db.kysely,
  )
  return rows[0]
}

const ofTheAmount = ['invalid_fields', 'amount_invalid', 'amount_below_minimum', 'amount_above_maximum', 'bad_request']

interface Route {
  /** The texts, in JSON form if the body is JSON. */
  corpus: string[]
  isTrue(value: string): boolean
  /** Sends the value, with the same caller and subject each time. */
  ask(value: string): Promise<Answer>
  /** Sends a valid amount, as a permitted caller. */
  control(value: string): Promise<Answer>
  accepts?(answer: Answer): boolean
  refusals?: string[]
}

const stringsAsJson = () => [...hostileTexts.map((text) => JSON.stringify(text)), ...hostileJson]
const json = { 'content-type': 'application/json' }
let references = 0
const utr = () => String(700_000_000_000 + ++references)

async function run({ corpus, isTrue, ask, control, accepts, refusals }: Route) {
  const isAccepted = accepts ?? ((answer: Answer) => answer.status === 200)
  const hostile = [...new Set(corpus)].filter((value) => !isTrue(value))
  const before = await ledger()
  const wrong: unknown[] = []
  for (const value of hostile) {
    const answer = await ask(value)
    const code = answer.json.code as string
    if (isAccepted(answer) || answer.status >= 500 || !(refusals ?? ofTheAmount).includes(code))
      wrong.push({ value: value.slice(0, 60), status: answer.status, code })
  }
  expect(wrong).toEqual([])
  expect(await ledger()).toEqual(before)

  const trueOnes = [...new Set(corpus)].filter(isTrue)
  expect(trueOnes.length).toBeGreaterThan(4)
  for (const value of trueOnes)
    expect({ value, accepted: isAccepted(await control(value)) }).toEqual({ value, accepted: true })
  return hostile.length
}

describe('an amount', { timeout: 120_000 }, () => {
  it('has a corpus that is large enough', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThan(250)
  })

  const forms = [
    ...Object.entries(depositFamilies),
    ['static', { base: '/player', idField: 'payment_detail_id', market: 'NA' }] as const,
  ]
  it.each(forms.map(([family, { base, idField, market }]) => [family, base, idField, market] as const))(
    'of a deposit by %s',
    async (family, base, idField, market) => {
      const player = await world.player({ market })
      const details = await player.get(`${base}/${family === 'static' ? 'get-payment-detail' : 'get-payment-details'}`)
      const [detail] = details.json.details as [
        { id: number; limits: { min: string; max: string }; proof_required: boolean },
      ]
      const [min, max] = [minorOf(detail.limits.min)!, minorOf(detail.limits.max)!]
      const submit = async (amount: string, proof: boolean) =>
        player.form(
          `${base}/send-deposit-request`,
          { [idField]: String(detail.id), amount, utr: utr() },
          proof ? { name: 'a.png', type: 'image/png', bytes: await screenshot(++references) } : undefined,
        )
      await run({
        corpus: hostileTexts,
        // The contract trims form values.
        isTrue: (value) => within(value.trim(), min, max),
        ask: (value) => submit(value, false),
        control: (value) => submit(value, detail.proof_required),
      })
    },
  )

  it('that a cashier received', async () => {
    const player = await world.player()
    const waiting = async () => {
      const submitted = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
        manual_deposit_id: '2',
        amount: '500',
        utr: utr(),
      })
      const { id } = submitted.json.data.deposit as { id: string }
      return { id, version: (await cashier.get(`/staff/deposits/${id}`)).json.deposit.version as number }
    }
    const approve = ({ id, version }: { id: string; version: number }, value: string) =>
      cashier.call(
        'POST',
        `/staff/deposits/${id}/approve`,
        `{"version":${version},"received_amount":${value},"amount_confirmation":${value}}`,
        json,
      )
    const one = await waiting()
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n,
      ask: (value) => approve(one, value),
      control: async (value) => approve(await waiting(), value),
    })
  })

  it('that a player corrects', async () => {
    const player = await world.player()
    const asked = async () => {
      const submitted = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
        manual_deposit_id: '2',
        amount: '500',
        utr: utr(),
      })
      const { id } = submitted.json.data.deposit as { id: string }
      const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
      await cashier.post(`/staff/deposits/${id}/ask`, { question: 'exact_amount', version })
      return id
    }
    const answer = (id: string, amount: string) => player.form(`/player/deposits/${id}/answer`, { amount })
    const one = await asked()
    await run({
      corpus: hostileTexts,
      isTrue: (value) => within(value.trim(), 1_000n, 2_000_000n),
      // No amount at all is no answer.
      refusals: [...ofTheAmount, 'answer_empty'],
      ask: (value) => answer(one, value),
      control: async (value) => answer(await asked(), value),
    })
  })

  it('of a withdrawal', async () => {
    const ask = (by: Awaited<ReturnType<typeof playerToBePaid>>, value: string, otp: string) =>
      by.call(
        'POST',
        '/player/withdrawals',
        `{"payout_account_id":"${by.payoutAccountId}","otp":"${otp}","amount":${value}}`,
        json,
      )
    const player = await playerToBePaid(world, '30000.00')
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => within(textOfJson(value) ?? '', 5_000n, 2_500_000n),
      // A valid amount would be refused for the code, which is not a refusal of the amount.
      ask: (value) => ask(player, value, '000000'),
      control: async (value) => {
        const other = await playerToBePaid(world, '30000.00')
        return ask(other, value, await withdrawalCode(world, other, textOfJson(value)))
      },
    })
  })

  it('named in a text message with a code', async () => {
    const player = await playerToBePaid(world)
    const ask = (value: string) =>
      player.call(
        'POST',
        '/authentication-otp-send',
        `{"type":"withdraw","payout_account_id":"${player.payoutAccountId}","amount":${value}}`,
        json,
      )
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => minorOf(textOfJson(value) ?? '') !== undefined,
      ask,
      control: ask,
      // A second code within a minute is too soon, whatever its amount.
      accepts: (answer) => answer.status === 200 || answer.json.code === 'otp_too_soon',
    })
  })

  it.each(['deposit', 'stake', 'loss'])('of a %s limit that a player sets', async (kind) => {
    const player = await world.player()
    const set = (value: string) =>
      player.call('PUT', '/player/limits', `{"kind":"${kind}","period":"day","amount":${value}}`, json)
    await run({
      corpus: stringsAsJson(),
      // Null is no amount: it removes the limit.
      isTrue: (value) => value.trim() === 'null' || (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n,
      ask: set,
      control: set,
    })
  })

  it.each(['max_amount', 'min_deposit', 'play_amount'])('of a bonus rule’s %s', async (field) => {
    const sound = { max_amount: '"50"', min_deposit: '"10"', play_amount: '"20"' }
    const make = (value: string) => {
      const terms: typeof sound = Object.assign({}, sound, { [field]: value })
      const { max_amount, min_deposit, play_amount } = terms
      return manager.call(
        'POST',
        '/staff/bonus-rules',
        `{"kind":"referral","market":"NA","title":"Hostile","max_amount":${max_amount},"min_deposit":${min_deposit},"play_amount":${play_amount}}`,
        json,
      )
    }
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n,
      ask: make,
      control: make,
      refusals: [...ofTheAmount, 'bonus_rule_invalid'],
    })
  })

  it.each(['fixed', 'split'])('of a %s gift', async (kind) => {
    const make = (value: string) =>
      manager.call(
        'POST',
        '/staff/gift-envelopes',
        `{"title":"Hostile","market":"NA","kind":"${kind}","claims":2,"expires_in_hours":1,"amount":${value}}`,
        json,
      )
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => (minorOf(textOfJson(value) ?? '') ?? 0n) >= (kind === 'fixed' ? 1n : 2n),
      ask: make,
      control: make,
      refusals: [...ofTheAmount, 'gift_pot_too_small'],
    })
  })

  it.each(['amount', 'budget'] as const)('of a campaign’s %s', async (field) => {
    const rules = { match: 'all', rules: [{ field: 'cash', operator: 'at_least', value: '100' }] }
    const segment = { name: `Hostile ${field}`, market: 'NA', rules, everybody: false }
    const { json: made } = await manager.post('/staff/segments', segment)
    const sound = { amount: '"10"', budget: '"100"' }
    const fieldsWith = (value: string) => {
      const { amount, budget } = Object.assign({}, sound, { [field]: value })
      return `"name":"Hostile","segment":"${made.segment.id}","kind":"gift","amount":${amount},"budget":${budget},"players_at_most":2,"texts":null,"trigger":"hand","event":null,"days":null,"repeats":false,"wait_minutes":0`
    }
    const make = (value: string) => manager.call('POST', '/staff/campaigns', `{${fieldsWith(value)}}`, json)
    let { campaign } = (await make(sound[field])).json
    const change = async (value: string) => {
      const body = `{${fieldsWith(value)},"version":${campaign.version}}`
      const answer = await manager.call('PUT', `/staff/campaigns/${campaign.id}`, body, json)
      campaign = answer.json.campaign ?? campaign
      return answer
    }
    // A draft's budget may be missing; it does not start without one.
    const isTrue = (value: string) =>
      (field === 'budget' && value === 'null') || (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n
    for (const ask of [make, change])
      await run({ corpus: stringsAsJson(), isTrue, ask, control: ask, refusals: ofTheAmount })
  })

  it.each(['stake', 'max_win'] as const)('of free rounds’ %s', async (field) => {
    const player = await world.player()
    const bodyOf = (value: string, more = '') => {
      const { stake, max_win } = Object.assign({}, { stake: '"1"', max_win: '"5"' }, { [field]: value })
      return `{"player":"${player.id}","game":"game_dice","rounds":1,"stake":${stake},"max_win":${max_win}${more}}`
    }
    const give = (value: string) =>
      manager.call('POST', '/staff/free-rounds', bodyOf(value, ',"valid_days":1,"reason":"Hostile"'), json)
    const look = (value: string) => manager.call('POST', '/staff/free-rounds/liability', bodyOf(value), json)
    const isTrue = (value: string) => (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n
    // A valid amount is refused by the terms.
    const accepts = (answer: Answer) => answer.status === 200 || answer.json.code === 'free_rounds_terms'
    for (const ask of [give, look])
      await run({ corpus: stringsAsJson(), isTrue, ask, control: ask, accepts, refusals: ofTheAmount })
  })

  it.each(['unit', 'least_stake', 'budget', 'prizes'] as const)('of a tournament’s %s', async (field) => {
    const at = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
    const sound = { unit: '"1"', least_stake: '"1"', budget: '"9999999999"', prizes: '"5"' }
    const fieldsWith = (value: string) => {
      const { unit, least_stake, budget, prizes } = Object.assign({}, sound, { [field]: value })
      return `"market":"NA","name":"Hostile","names":{},"games":null,"starts_at":"${at(1)}","ends_at":"${at(2)}","points_by":"turnover","best_rounds":null,"unit":${unit},"day_cap":5,"least_stake":${least_stake},"prizes":[${prizes}],"budget":${budget},"payout":"claim"`
    }
    const make = (value: string) => manager.call('POST', '/staff/tournaments', `{${fieldsWith(value)}}`, json)
    let { tournament } = (await make(sound[field])).json
    const change = async (value: string) => {
      const body = `{${fieldsWith(value)},"version":${tournament.version}}`
      const answer = await manager.call('PUT', `/staff/tournaments/${tournament.id}`, body, json)
      tournament = answer.json.tournament ?? tournament
      return answer
    }
    const look = (value: string) => {
      const { budget, prizes } = Object.assign({}, sound, { [field]: value })
      const body = `{"market":"NA","prizes":[${prizes}],"budget":${budget}}`
      return manager.call('POST', '/staff/tournaments/liability', body, json)
    }
    const isTrue = (value: string) => (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n
    // A valid amount of prizes is refused by the budget.
    const accepts = (answer: Answer) => answer.status === 200 || answer.json.code === 'tournament_budget_small'
    const asks = field === 'budget' || field === 'prizes' ? [make, change, look] : [make, change]
    const refusals = [...ofTheAmount, 'tournament_points']
    for (const ask of asks) await run({ corpus: stringsAsJson(), isTrue, ask, control: ask, accepts, refusals })
  })

  it('of a rule of notices', async () => {
    const admin = await world.operator('admin')
    const fieldsWith = (value: string) =>
      `{"name":"Hostile","kind":"withdrawal","enabled":false,"channels":[],"quiet_minutes":60,"market":"NA","amount":${value}}`
    const make = (value: string) => admin.call('POST', '/staff/notice-rules', fieldsWith(value), json)
    const { rules } = (await make('"10"')).json
    const change = (value: string) => admin.call('PUT', `/staff/notice-rules/${rules[0].id}`, fieldsWith(value), json)
    const isTrue = (value: string) => (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n
    await run({ corpus: stringsAsJson(), isTrue, ask: change, control: change })
    // The name is in use: a valid amount is refused for that.
    const accepts = (answer: Answer) => answer.json.code === 'notice_name_taken'
    await run({ corpus: stringsAsJson(), isTrue, ask: make, control: make, accepts })
  })

  it.each([
    ['gift-envelopes', '"kind":"fixed","claims":2,"amount"'],
    ['bonus-rules', '"max_amount"'],
  ])('of a liability of %s', async (path, field) => {
    const ask = (value: string) =>
      manager.call('POST', `/staff/${path}/liability`, `{"market":"NA",${field}:${value}}`, json)
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => (minorOf(textOfJson(value) ?? '') ?? 0n) > 0n,
      ask,
      control: ask,
      refusals: ofTheAmount,
    })
  })

  it('of a bank balance', async () => {
    const enter = (value: string) =>
      manager.call(
        'PUT',
        '/staff/liabilities/bank-balance',
        `{"day":"2026-11-20","currency":"NAD","amount":${value}}`,
        json,
      )
    await run({
      corpus: stringsAsJson(),
      isTrue: (value) => minorOf(textOfJson(value) ?? '') !== undefined,
      ask: enter,
      control: enter,
      // The day has no root: a valid amount is refused for that.
      accepts: (answer) => answer.json.code === 'not_found',
      refusals: ofTheAmount,
    })
  })

  it.each(['bet', 'win', 'betwin stake', 'betwin win'])('of a %s of a game', async (what) => {
    const player = await world.player({ balance: '10000.00' })
    const launched = await player.post('/games/dhow/launch', {})
    const token = new URL(launched.json.url).searchParams.get('token')!
    const { session } = (await house('authenticate', JSON.stringify({ token }))).json
    let transactions = 0
    const text = (value: string) => {
      const tx = `hostile-${what}-${++transactions}`
      const body = { session, txId: tx, roundId: what, game: 'dhow', currency: 'NAD' }
      const start = JSON.stringify(what === 'win' ? { ...body, refTxId: 'hostile-base' } : body).slice(0, -1)
      const amounts = {
        bet: `"amount":${value}`,
        win: `"amount":${value}`,
        'betwin stake': `"betAmount":${value},"winAmount":0`,
        'betwin win': `"betAmount":100,"winAmount":${value}`,
      }
      return `${start},${amounts[what as keyof typeof amounts]}}`
    }
    const call = what.split(' ')[0]!
    if (what === 'win')
      await house(
        'bet',
        JSON.stringify({ session, txId: 'hostile-base', roundId: what, game: 'dhow', currency: 'NAD', amount: 100 }),
      )
    const mayBeNothing = what === 'win' || what === 'betwin win'
    await run({
      corpus: hostileIntegers,
      isTrue: (value) => {
        const number = integerOf(value)
        return number !== undefined && number <= 100_000_000_000 && (mayBeNothing ? number >= 0 : number > 0)
      },
      ask: (value) => house(call, text(value)),
      control: (value) => house(call, text(value)),
      accepts: (answer) => answer.json.code === 'ok',
      refusals: ['request_malformed', 'amount_invalid'],
    })
  })

  it('is accepted by no other route than these', () => {
    const covered = [
      'answerDeposit',
      'approveDeposit',
      'bonusLiability',
      'changeCampaign',
      'createBonusRule',
      'addNoticeRule',
      'changeNoticeRule',
      'createCampaign',
      'createGift',
      'giftLiability',
      'setBankBalance',
      'dhowBet',
      'dhowBetWin',
      'dhowWin',
      'requestWithdrawal',
      'sendOtp',
      'setLimit',
      ...Object.values(depositFamilies).map(({ title }) => `${title}SubmitDeposit`),
      'staticSubmitDeposit',
    ]
    // Tested beside their feature, with the service that they need: redirect-payments.test.ts and vouchers.test.ts.
    const elsewhere = ['aPayStart', 'paymentStart', 'settlePaymentCase']
    const taking = Object.values(operations)
      .flat()
      .filter((operation) => [operation.body, operation.query].some(namesAnAmount))
      .map((operation) => operation.name)
    expect(taking.filter((name) => !elsewhere.includes(name)).toSorted()).toEqual(covered.toSorted())
  })
})

function namesAnAmount(schema: unknown): boolean {
  const { shape } = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def ?? {}
  return Object.keys(shape ?? {}).some((field) => /amount/i.test(field))
}

function integerOf(value: string): number | undefined {
  try {
    const { amount } = JSON.parse(`{"amount":${value}}`) as { amount: unknown }
    return typeof amount === 'number' && Number.isInteger(amount) ? amount : undefined
  } catch {
    return undefined
  }
}

function house(call: string, text: string): Promise<Answer> {
  return world.visitor().call('POST', `/gateway/dhow/${call}`, text, { ...json, ...signed(world, text) })
}
