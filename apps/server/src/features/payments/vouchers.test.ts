import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileJson } from '../../../test/hostile-json.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { importLines } from '../../../test/statements.ts'
import { eventually, neverAnswer, openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'
import { voucherUses } from './voucher-limits.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const base = '/player/deposit-namibia/kazang-deposit'
type Player = Awaited<ReturnType<World['player']>>
const check = (player: Player, pin: string) => player.form(`${base}/check-voucher-status`, { pin })
const redeem = (player: Player, pin: string) => player.post(`${base}/redeem_voucher`, { pin })
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const cash = async (player: Player) => (await world.balance(player.id)).cashMinor
const deposit = async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit
/** Time passes, and the janitor has had its turn. */
const later = async (ms: number) => {
  await world.clock.advance(ms)
  await world.app.features.payments.clean()
}
const settled = (player: Player, id: string) =>
  eventually(
    () => deposit(player, id),
    (seen) => seen.state !== 'unknown' && seen.state !== 'redeeming',
  )

describe('a good voucher', () => {
  it('is checked and credited once with the issuer’s amount, also when it is sent again', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('good', '220.50')
    const spaced = pin.replace(/(.{4})/g, '$1 ').trim()
    expect((await check(player, spaced)).json.data.voucher).toEqual({
      state: 'valid',
      last4: pin.slice(-4),
      amount: '220.50',
      currency: 'NAD',
    })
    expect(await cash(player)).toBe(0n)
    const { json } = await redeem(player, pin)
    expect(json).toMatchObject({
      status: 'success',
      message: 'The voucher was added to your balance.',
      data: {
        has_change: false,
        deposit: {
          family: 'kazang-voucher',
          status: 'completed',
          credited_amount: '220.50',
          utr: `•••• ${pin.slice(-4)}`,
        },
      },
    })
    const again = await Promise.all([redeem(player, pin), redeem(player, spaced), redeem(player, pin)])
    expect(new Set(again.map((answer) => answer.json.data.deposit.id))).toEqual(new Set([json.data.deposit.id]))
    expect(await cash(player)).toBe(22_050n)
    const shown = await deposit(player, json.data.deposit.id)
    expect(shown.timeline.map((step: { state: string }) => step.state)).toEqual(['redeeming', 'succeeded'])
    expect(shown.receipt).toMatch(/^DHOW-\d+$/)
    const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === pin)!
    const posting = await world.db.kysely
      .selectFrom('ledger.posting')
      .select(['key', 'reason'])
      .where('player_id', '=', player.id)
      .execute()
    expect(posting).toEqual([{ key: `voucher:kazang:${redemption!.reference}`, reason: 'voucher' }])
  })

  it('is in its own history and in the common one, in order of time', async () => {
    const player = await world.player()
    const manual = async (utr: string) => {
      const fields = { manual_deposit_id: '2', amount: '50', utr }
      const answer = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
      await world.clock.advance(1_000)
      return answer.json.data.deposit.id as string
    }
    const first = await manual('HISTORY1')
    const { pin } = await sandbox.voucher()
    const voucher = (await redeem(player, pin)).json.data.deposit.id as string
    await world.clock.advance(1_000)
    const last = await manual('HISTORY2')
    const ids = async (path: string) => {
      const { json } = await player.get(path)
      return { ids: json.data.map((row: { id: string }) => row.id), next: json.next_cursor, totals: json.totals }
    }
    expect(await ids(`${base}/history`)).toMatchObject({ ids: [voucher], totals: { in: '150.00' } })
    expect(await ids('/player/deposit-history')).toMatchObject({
      ids: [last, voucher, first],
      totals: { in: '150.00' },
    })
    const page = await ids('/player/deposit-history?limit=2')
    expect(page.ids).toEqual([last, voucher])
    expect(await ids(`/player/deposit-history?limit=2&cursor=${page.next}`)).toMatchObject({ ids: [first], next: null })
    expect((await ids('/player/deposit-history?state=completed')).ids).toEqual([voucher])
  })

  it('belongs to the first of two players in eight concurrent calls', async () => {
    const players = [await world.player(), await world.player()]
    const { pin } = await sandbox.voucher('good', '90.00')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => redeem(players[place % 2]!, pin).then((answer) => ({ place, answer }))),
    )
    const [a, b] = [await cash(players[0]!), await cash(players[1]!)]
    expect([a, b].sort()).toEqual([0n, 9_000n].sort())
    const winner = a > 0n ? 0 : 1
    for (const { place, answer } of answers) {
      const said = place % 2 === winner ? [200] : [422, 429]
      expect(said).toContain(answer.status)
    }
  })

  it('with change shows it to its owner only, and records each view', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const { pin } = await sandbox.voucher('change', '150.00')
    const { data } = (await redeem(player, pin)).json
    expect([data.has_change, data.deposit.credited_amount]).toEqual([true, '100.00'])
    const path = `/player/deposits/${data.deposit.id}/change-voucher`
    const { change } = (await player.get(path)).json
    expect(change).toMatchObject({ amount: '50.00', currency: 'NAD' })
    expect(refusal(await other.get(path))).toEqual([404, 'not_found'])
    const { timeline } = await deposit(player, data.deposit.id)
    expect(timeline.at(-1).text.code).toBe('voucher_change_seen')
    expect((await redeem(player, change.pin)).json.data.deposit.credited_amount).toBe('50.00')
    expect(await cash(player)).toBe(15_000n)
  })
})

describe('asking about vouchers', () => {
  it('gives the same answer for used, expired and wrong numbers', async () => {
    const player = await world.player()
    const stranger = await world.player()
    const taken = await sandbox.voucher()
    await redeem(stranger, taken.pin)
    const pins = [
      (await sandbox.voucher('used')).pin,
      (await sandbox.voucher('expired')).pin,
      '9999999999999999',
      taken.pin,
    ]
    const said = new Set<string>()
    for (const pin of pins) said.add(JSON.stringify(refusalOf(await check(player, pin))))
    const another = await world.player()
    for (const pin of pins) said.add(JSON.stringify(refusalOf(await redeem(another, pin))))
    expect([...said]).toEqual([
      JSON.stringify({
        status: 422,
        code: 'voucher_refused',
        msg: 'This voucher cannot be used. Please check its number.',
        errors: { pin: ['This voucher cannot be used. Please check its number.'] },
      }),
    ])
    expect([await cash(player), await cash(another)]).toEqual([0n, 0n])
  })

  it('is limited to five wrong numbers in 15 minutes, bursts included; good ones do not count', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher()
    for (let n = 0; n < 6; n++) expect((await check(player, pin)).status).toBe(200)
    const burst = await Promise.all(Array.from({ length: 12 }, (_, n) => check(player, `10000000000000${10 + n}`)))
    expect(burst.filter((answer) => answer.status === 422)).toHaveLength(5)
    expect(burst.filter((answer) => answer.json.code === 'too_many_requests')).toHaveLength(7)
    expect(refusal(await check(player, pin))).toEqual([429, 'too_many_requests'])
    expect(refusal(await redeem(player, pin))).toEqual([429, 'too_many_requests'])
    await world.clock.advance(15 * 60_000)
    expect((await redeem(player, pin)).json.data.deposit.status).toBe('completed')
  })

  it.each([
    ['letters', 'abcdefghij'],
    ['too few digits', '123456789'],
    ['too many digits', '1'.repeat(21)],
    ['a statement', "1' or '1'='1"],
  ])('with %s is refused without a call to the issuer', async (_what, pin) => {
    expect(refusal(await check(await world.player(), pin))).toEqual([422, 'voucher_refused'])
  })

  it('needs a number, the player’s own session and the market', async () => {
    const player = await world.player()
    expect(refusal(await check(player, ' '))).toEqual([422, 'invalid_fields'])
    const other = await world.player()
    const named = await player.post(`${base}/redeem_voucher`, { pin: '1234567890123456', player_id: other.id })
    expect(refusal(named)).toEqual([403, 'player_mismatch'])
    const indian = await world.player({ market: 'IN' })
    expect(refusal(await check(indian, '1234567890123456'))).toEqual([409, 'method_unavailable'])
  })

  it('is limited to twenty wrong numbers in an hour from one network', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher()
    const { attempts } = world.app.features
    for (let n = 0; n < 20; n++)
      await attempts.reserve(voucherUses(attempts, `ply_${n}`, player.browser.ip), 'too_many_requests')
    const refused = await check(player, pin)
    expect([...refusal(refused), refused.headers['retry-after']]).toEqual([429, 'too_many_requests', '3600'])
    expect(refused.json.msg).toBe('Too many tries. You can try again in 60 minutes.')
    await world.clock.advance(3_600_000)
    expect((await check(player, pin)).status).toBe(200)
  })

  it('goes no further than the player’s own limits and breaks', async () => {
    const player = await world.player()
    await player.put('/player/limits', { kind: 'deposit', period: 'day', amount: '200' })
    const [one, two] = [await sandbox.voucher(), await sandbox.voucher()]
    expect((await redeem(player, one.pin)).status).toBe(200)
    expect(refusal(await redeem(player, two.pin))).toEqual([409, 'deposit_limit_reached'])
    expect(await cash(player)).toBe(15_000n)
    const other = await world.player()
    const { limits } = world.app.features
    await world.db.transaction((tx) => limits.block(tx, other.id, 'operator', null, 'test'))
    expect(refusal(await redeem(other, two.pin))).toEqual([403, 'deposits_blocked'])
    const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === two.pin)!
    expect(redemption).toBeNull()
  })
})

describe('an issuer that does not answer', () => {
  it.each(['silent', 'lost'])(
    'leaves the voucher open (%s); the janitor asks by the same reference and credits once',
    async (behaviour) => {
      const player = await world.player()
      const { pin } = await sandbox.voucher(behaviour, '75.00')
      const { json } = await redeem(player, pin)
      expect(json).toMatchObject({
        status: 'success',
        data: { deposit: { status: 'processing', state: 'unknown', credited_amount: null } },
      })
      expect(await cash(player)).toBe(0n)
      const { id } = json.data.deposit
      expect((await redeem(player, pin)).json.data.deposit.id).toBe(id)
      await later(20_000)
      expect(await settled(player, id)).toMatchObject({ status: 'completed', credited_amount: '75.00' })
      expect(await cash(player)).toBe(7_500n)
      const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === pin)!
      expect(redemption!.external_reference).toBe(id)
      const row = await world.db.kysely
        .selectFrom('payments.service_payment')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect([row.pin_sealed, row.next_check_at]).toEqual([null, null])
    },
  )

  it('is waited for as long as the setting allows, and asked again', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('good', '75.00')
    const answersAgain = neverAnswer('/redemptions')
    const { json } = await redeem(player, pin).finally(answersAgain)
    expect(json.data.deposit).toMatchObject({ status: 'processing', state: 'unknown', credited_amount: null })
    await later(20_000)
    expect(await settled(player, json.data.deposit.id)).toMatchObject({ status: 'completed', credited_amount: '75.00' })
  })

  it.each([
    ['at once', 'good', 'declined'],
    ['after a silence', 'lost', 'unknown'],
  ])(
    'that refuses after all, %s, ends the voucher as declined, and nothing is credited',
    async (_when, kind, first) => {
      const player = await world.player()
      const { pin } = await sandbox.voucher(kind)
      const real = globalThis.fetch
      const refuses: typeof fetch = (...call) =>
        String(call[0]).endsWith('/redemptions')
          ? Promise.resolve(Response.json({ status: 'failed', reason: 'used' }))
          : real(...call)
      if (first === 'declined') globalThis.fetch = refuses
      const answer = await redeem(player, pin).finally(() => (globalThis.fetch = real))
      expect(answer.json.code).toBe(first === 'declined' ? 'voucher_refused' : undefined)
      const { id } = (await player.get('/player/deposit-history')).json.data[0]
      expect((await deposit(player, id)).state).toBe(first)
      globalThis.fetch = refuses
      try {
        await later(20_000)
        expect((await settled(player, id)).state).toBe('declined')
      } finally {
        globalThis.fetch = real
      }
      expect(await cash(player)).toBe(0n)
    },
  )

  it('for a day sends the voucher to review without a credit', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('lost')
    const { id } = (await redeem(player, pin)).json.data.deposit
    await world.db.kysely
      .updateTable('payments.service_payment')
      .set({ checks: 6, pin_mac: Buffer.from('nothing that the issuer knows') })
      .where('id', '=', id)
      .execute()
    // An issuer that answers nonsense has not answered.
    const { kysely } = world.db
    const real = globalThis.fetch
    globalThis.fetch = () => Promise.resolve(new Response('<html>busy</html>', { status: 200 }))
    try {
      await later(86_400_000)
      await eventually(
        () =>
          kysely.selectFrom('payments.service_payment').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
        ({ state }) => state === 'review',
      )
    } finally {
      globalThis.fetch = real
    }
    expect(await cash(player)).toBe(0n)
  })

  it('that is slow is waited for', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('slow')
    expect((await redeem(player, pin)).json.data.deposit.status).toBe('completed')
  })
})

describe('what is odd', () => {
  it('is credited once under the issuer’s reference, or refused, by a manager', async () => {
    const [manager, cashier] = [await world.operator('manager'), await world.operator('cashier')]
    const other = await world.operator('manager')
    const player = await world.player()
    const [one, two] = [await sandbox.voucher('foreign', '60.00'), await sandbox.voucher('foreign', '70.00')]
    const first = (await redeem(player, one.pin)).json.data.deposit
    const second = (await redeem(player, two.pin)).json.data.deposit
    expect(first).toMatchObject({ status: 'processing', state: 'review', credited_amount: null })
    expect(await cash(player)).toBe(0n)
    const { cases } = (await manager.get('/staff/payment-cases')).json
    expect(cases.find((row: { id: string }) => row.id === first.id)).toMatchObject({
      kind: 'voucher',
      amount: '60.00',
      reason: { code: 'case_other_currency', params: { currency: 'ZAR' } },
    })
    const settle = (by: typeof manager, id: string, act: object) => by.post(`/staff/payment-cases/${id}/settle`, act)
    const credit = { outcome: 'credit', amount: '61.25', note: 'Converted at the day’s rate' }
    expect(refusal(await settle(cashier, first.id, credit))).toEqual([403, 'staff_forbidden'])
    const acts = await Promise.all([settle(manager, first.id, credit), settle(manager, first.id, credit)])
    expect(acts.map((answer) => answer.status).sort()).toEqual([200, 409])
    // More than the service has confirmed is credited by two people, once.
    expect(await cash(player)).toBe(0n)
    const [change] = (await other.get('/staff/changes')).json.changes
    const confirm = (by: typeof manager) => by.post(`/staff/changes/${change.id}/confirm`)
    expect(refusal(await confirm(manager))).toEqual([409, 'same_operator'])
    const confirmed = await Promise.all([confirm(other), confirm(other)])
    expect(confirmed.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await settle(manager, second.id, { outcome: 'refuse', note: 'Not ours' })).json.case.state).toBe('refused')
    expect(refusal(await settle(manager, second.id, credit))).toEqual([409, 'case_closed'])
    expect(await cash(player)).toBe(6_125n)
    expect((await deposit(player, second.id)).status).toBe('rejected')
    const { entries } = (await manager.get(`/staff/audit?subject=${first.id}`)).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['payment.credit', 'case-credit.propose'])
  })
})

describe('support', () => {
  it('finds a payment by its player, its reference or a voucher’s last digits, and all that are open', async () => {
    const support = await world.operator('support')
    const player = await world.player()
    const { pin } = await sandbox.voucher()
    const { id } = (await redeem(player, pin)).json.data.deposit
    const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === pin)!
    const found = async (query: string) =>
      (await support.get(`/staff/payment-cases?${query}`)).json.cases.map((row: { id: string }) => row.id)
    for (const q of [id, player.player_name, player.mobile.slice(1), redemption!.reference, pin.slice(-4)])
      expect(await found(`q=${encodeURIComponent(q)}`)).toContain(id)
    expect(await found('state=all')).toContain(id)
    for (const query of ['', 'state=review', 'state=open', 'q=nobody', `q=${pin}`, `state=review&q=${id}`])
      expect({ query, found: (await found(query)).includes(id) }).toEqual({ query, found: false })
  })
})

describe('the amount of a case', () => {
  it('is refused where it is hostile, and nothing is credited', async () => {
    const manager = await world.operator('manager')
    const player = await world.player()
    const { id } = (await redeem(player, (await sandbox.voucher('foreign')).pin)).json.data.deposit
    const isAmount = (text: string) => /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text) && /[1-9]/.test(text)
    const hostile = [
      ...hostileTexts.filter((text) => !isAmount(text)).map((text) => JSON.stringify(text)),
      ...hostileJson,
    ]
    const wrong: unknown[] = []
    for (const amount of hostile.filter(
      (text) => !/^"[0-9]{1,12}(\.[0-9]{1,2})?"$/.test(text) || !/[1-9]/.test(text),
    )) {
      const body = `{"outcome":"credit","note":"hostile","amount":${amount}}`
      const answer = await manager.call('POST', `/staff/payment-cases/${id}/settle`, body, {
        'content-type': 'application/json',
      })
      if (!['invalid_fields', 'amount_invalid', 'bad_request'].includes(answer.json.code))
        wrong.push({ amount: amount.slice(0, 40), status: answer.status, code: answer.json.code })
    }
    expect([wrong, hostile.length > 250]).toEqual([[], true])
    expect([(await deposit(player, id)).state, await cash(player)]).toEqual(['review', 0n])
  })
})

describe('a voucher’s number', () => {
  it('is nowhere in the database, neither as text nor in bytes', async () => {
    const player = await world.player()
    const pins = [await sandbox.voucher('good'), await sandbox.voucher('used'), await sandbox.voucher('silent')].map(
      (voucher) => voucher.pin,
    )
    for (const pin of pins) {
      await check(player, pin)
      await redeem(player, pin)
    }
    const { rows: tables } = await world.db.kysely.executeQuery<{ name: string }>(
      CompiledQuery.raw(
        `select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      ),
    )
    const found: string[] = []
    for (const { name } of tables) {
      for (const pin of pins) {
        const hex = Buffer.from(pin).toString('hex')
        const { rows } = await world.db.kysely.executeQuery<{ count: bigint }>(
          CompiledQuery.raw(
            `select count(*) as count from ${name} as row where row::text like $1 or row::text like $2`,
            [`%${pin}%`, `%${hex}%`],
          ),
        )
        if (Number(rows[0]!.count) > 0) found.push(name)
      }
    }
    expect(found).toEqual([])
  })
})

function refusalOf({ status, json }: Awaited<ReturnType<Player['get']>>) {
  return { status, code: json.code, msg: json.msg, errors: json.errors }
}

describe('a voucher outside of the limits', () => {
  it('that the operator has set is refused before the issuer redeems it, so that it stays good', async () => {
    const player = await world.player()
    const manager = await world.operator('manager')
    const put = (min: string, max: string) =>
      manager.call('PUT', '/staff/payment-methods/kazang', {
        display_name: 'Voucher',
        description: 'Type it.',
        position: 8,
        limits: { min, max },
        reason: 'A test',
      })
    const { pin } = await sandbox.voucher('good', '150.00')
    await put('150.01', '5000')
    expect(refusal(await check(player, pin))).toEqual([422, 'amount_below_minimum'])
    expect(refusal(await redeem(player, pin))).toEqual([422, 'amount_below_minimum'])
    await put('5', '149.99')
    expect(refusal(await redeem(player, pin))).toEqual([422, 'amount_above_maximum'])
    await put('5', '5000')
    expect((await redeem(player, pin)).json.data.deposit.credited_amount).toBe('150.00')
  })
})

describe('the issuer’s own statement', () => {
  it('is compared with the credits, and each deviation is a difference', async () => {
    const [player, cashier] = [await world.player(), await world.operator('cashier')]
    const redeemed = async (amount: string) => {
      const { pin } = await sandbox.voucher('good', amount)
      return (await redeem(player, pin)).json.data.deposit.id as string
    }
    const [same, less, missing] = [await redeemed('21.00'), await redeemed('22.00'), await redeemed('23.00')]
    const day = world.clock.now().toISOString().slice(0, 10)
    const lines = [
      { day, amount: '21.00', reference: same },
      { day, amount: '20.00', reference: less },
      { day, amount: '7.00', reference: 'NOBODYS' },
    ]
    expect((await importLines(cashier, lines, 'service-kazang')).status).toBe(200)
    const { differences } = (await cashier.get(`/staff/reconciliation?day=${day}`)).json as {
      differences: { kind: string; reference: string; payment_id: string | null; ours: string; theirs: string }[]
    }
    const found = (about: string) =>
      differences
        .filter((one) => one.payment_id === about || one.reference === about)
        .map(({ kind, ours, theirs }) => [kind, ours, theirs])
    expect(found(same)).toEqual([])
    expect(found(less)).toContainEqual(['amount_mismatch', '22.00', '20.00'])
    expect(found(missing)).toEqual([['missing_external', '23.00', null]])
    expect(found('NOBODYS')).toEqual([['missing_internal', null, '7.00']])
  })
})
