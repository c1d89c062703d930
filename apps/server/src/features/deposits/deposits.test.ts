import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screenshot } from '../../../test/pictures.ts'
import { india, openReports } from '../../../test/deposits.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let colleague: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
})
afterAll(() => world.close())

const { utr, submit, submitted } = openReports()
type Player = Awaited<ReturnType<World['player']>>
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const approve = async (by: typeof cashier, id: string, received_amount = '500.00') => {
  const { json } = await by.get(`/staff/deposits/${id}`)
  return by.post(`/staff/deposits/${id}/approve`, { received_amount, version: json.deposit.version })
}

describe('a screenshot', () => {
  it('is required in India, but not in Namibia', async () => {
    const indian = await world.player({ market: 'IN' })
    const answer = await indian.form(india, { payment_detail_id: '1', amount: '500', utr: utr() })
    expect([...refusal(answer), answer.json.errors]).toEqual([
      422,
      'proof_required',
      { image: ['Add a screenshot of the payment.'] },
    ])
  })

  it.each([
    [
      'an SVG',
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    ],
    ['HTML', async () => Buffer.from('<html><body>hello</body></html>')],
    ['a GIF', async () => Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['less than a header of a PNG', async () => (await screenshot(1)).subarray(0, 20)],
    ['a PNG’s head on nothing', async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200)])],
    [
      'a picture of more than 25 million pixels',
      async () =>
        sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ])('that is %s is refused', async (_name, make) => {
    const player = await world.player()
    const answer = await submit(player, {}, { name: 'x.png', type: 'image/png', bytes: await make() })
    expect(refusal(answer)).toEqual([422, 'proof_unreadable'])
  })

  it('of more than five megabytes is refused', async () => {
    const player = await world.player()
    const bytes = Buffer.concat([await screenshot(1), Buffer.alloc(5 * 1024 * 1024)])
    expect(refusal(await submit(player, {}, { name: 'x.png', type: 'image/png', bytes }))).toEqual([413, 'too_large'])
  })

  it('is re-encoded without hidden content, and shown to staff only', async () => {
    const player = await world.player()
    const tail = Buffer.from('<script>tail()</script>')
    const bytes = Buffer.concat([
      await sharp(await screenshot(7_001, 'jpeg'))
        .withExif({ IFD0: { Artist: 'somebody' } })
        .jpeg()
        .toBuffer(),
      tail,
    ])
    const { json } = await submit(player, {}, { name: 'x.jpg', type: 'image/jpeg', bytes })
    await world.app.features.deposits.proofs.prepare()
    const kept = await cashier.get(`/staff/deposits/${json.data.deposit.id}/proof`)
    expect([kept.status, kept.headers['content-type'], kept.headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ])
    const picture = kept.json as Buffer
    expect(picture.includes('tail()') || picture.includes('somebody')).toBe(false)
    expect((await sharp(picture).metadata()).exif).toBeUndefined()
    expect((await player.get(`/staff/deposits/${json.data.deposit.id}/proof`)).status).toBe(404)
  })

  it('that was sent before, identical or similar, is marked', async () => {
    const [one, two, three] = [await world.player(), await world.player(), await world.player()]
    const original = await screenshot(9_001)
    const send = async (player: Player, bytes: Buffer) => {
      const { json } = await submit(player, {}, { name: 'x', type: 'image/png', bytes })
      await world.app.features.deposits.proofs.prepare()
      return (await cashier.get(`/staff/deposits/${json.data.deposit.id}`)).json.deposit.warnings.map(
        (warning: { code: string }) => warning.code,
      )
    }
    await send(one, original)
    expect(await send(two, original)).toContain('proof_seen')
    expect(await send(three, await sharp(original).resize(80, 142).jpeg({ quality: 60 }).toBuffer())).toContain(
      'proof_copy',
    )
  })
})

describe('a large deposit', () => {
  it('of a new player is flagged, in a group or alone', async () => {
    const player = await world.player()
    const { deposit_code } = (await player.get('/player/deposit-namibia/manual-deposit/get-payment-details')).json
    for (const reference of [utr(), deposit_code as string]) {
      const { id } = await submitted(player, { amount: '15000', utr: reference })
      const { warnings } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
      expect(warnings.map((warning: { code: string }) => warning.code)).toEqual(['large', 'new_player'])
    }
    const yesterday = new Date(world.clock.now().getTime() - 25 * 3_600_000)
    await world.db.kysely
      .updateTable('accounts.player')
      .set({ created_at: yesterday })
      .where('id', '=', player.id)
      .execute()
    const { id } = await submitted(player)
    expect((await cashier.get(`/staff/deposits/${id}`)).json.deposit.warnings).toEqual([])
  })

  it('that waits for a second operator can be rejected by that one without a credit', async () => {
    const player = await world.player()
    const waiting = await submit(player, { amount: '15000' })
    const { id } = waiting.json.data.deposit
    const decide = async (by: typeof cashier, verb: string, more: object) => {
      const { version } = (await by.get(`/staff/deposits/${id}`)).json.deposit
      return by.post(`/staff/deposits/${id}/${verb}`, { ...more, version })
    }
    const approve = { received_amount: '15000' }
    expect((await decide(cashier, 'approve', approve)).json.deposit.state).toBe('awaiting_second_approval')
    const refused = await decide(colleague, 'reject', { reason: 'not_received' })
    expect(refused.json.deposit).toMatchObject({ state: 'rejected' })
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    const late = await decide(cashier, 'approve', approve)
    expect([late.status, late.json.code]).toEqual([409, 'deposit_state_changed'])
  })
})

describe('a review', () => {
  it('credits the received amount once and notifies the player', async () => {
    const player = await world.player()
    const { id } = await submitted(player)
    expect((await cashier.post(`/staff/deposits/${id}/claim`)).json.deposit).toMatchObject({
      state: 'under_review',
      claimed_by: cashier.name,
    })
    expect((await approve(cashier, id, '450.00')).json.deposit).toMatchObject({
      state: 'approved',
      credited_amount: '450.00',
      declared_amount: '500.00',
    })
    expect(refusal(await approve(cashier, id, '450.00'))).toEqual([409, 'deposit_state_changed'])
    expect((await world.balance(player.id)).cashMinor).toBe(45_000n)
    const { deposit } = (await player.get(`/player/deposits/${id}`)).json
    expect(deposit.timeline.map((step: { state: string }) => step.state)).toEqual([
      'submitted',
      'under_review',
      'approved',
    ])
    expect(deposit.receipt).toMatch(/^DHOW-\d+$/)
    const history = (await player.get('/player/deposit-namibia/manual-deposit/history')).json
    expect(history.totals).toEqual({ in: '450.00', out: '0.00', net: '450.00' })
    const { entries } = (await cashier.get(`/staff/audit?subject=${id}`)).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['deposit.approve'])
  })

  it('is reserved for the operator who claimed it, for ten minutes', async () => {
    const { id } = await submitted(await world.player())
    await cashier.post(`/staff/deposits/${id}/claim`)
    expect(refusal(await colleague.post(`/staff/deposits/${id}/claim`))).toEqual([409, 'deposit_claimed'])
    expect(refusal(await approve(colleague, id))).toEqual([409, 'deposit_claimed'])
    await world.clock.advance(10 * 60_000)
    expect((await colleague.post(`/staff/deposits/${id}/claim`)).json.deposit.claimed_by).toBe(colleague.name)
    expect((await colleague.post(`/staff/deposits/${id}/release`)).json.deposit).toMatchObject({
      state: 'submitted',
      claimed_by: null,
    })
  })

  it('of a large amount needs two operators and one amount', async () => {
    const player = await world.player()
    const { id } = await submitted(player, { amount: '15000' })
    expect((await approve(cashier, id, '15000')).json.deposit).toMatchObject({
      state: 'awaiting_second_approval',
      first_approver: cashier.name,
    })
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    expect(refusal(await approve(cashier, id, '15000'))).toEqual([409, 'same_operator'])
    expect(refusal(await approve(colleague, id, '14000'))).toEqual([422, 'amount_invalid'])
    expect((await approve(colleague, id, '15000')).json.deposit.state).toBe('approved')
    expect((await world.balance(player.id)).cashMinor).toBe(1_500_000n)
  })

  it('by two at once credits once', async () => {
    const player = await world.player()
    const { id } = await submitted(player)
    const answers = await Promise.all([approve(cashier, id), approve(colleague, id), approve(cashier, id)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await world.balance(player.id)).cashMinor).toBe(50_000n)
  })

  it('lists undecided deposits oldest first and decided ones newest first', async () => {
    const player = await world.player()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await submitted(player)).id)
    const listed = async (query: string) =>
      (await cashier.get(`/staff/deposits?${query}`)).json.deposits
        .map((deposit: { id: string }) => deposit.id)
        .filter((id: string) => ids.includes(id))
    expect(await listed('state=submitted')).toEqual(ids)
    expect(await listed(`q=${player.player_name}`)).toEqual(ids.toReversed())
    // The end or beginning of a number; all, the end or the beginning of a reference; other ends find nothing.
    for (const words of [player.mobile.slice(-7), player.mobile.slice(0, 13)])
      expect(await listed(`q=${encodeURIComponent(words)}`)).toEqual(ids.toReversed())
    const { utr } = (await cashier.get(`/staff/deposits/${ids[1]}`)).json.deposit
    for (const words of [utr, utr.slice(-5), utr.slice(0, -1), utr.toLowerCase()])
      expect(await listed(`q=${words}`)).toContain(ids[1])
    expect(await listed(`q=${utr}X`)).toEqual([])
    // Zeros alone are not searched for.
    expect(await listed('q=0000')).toEqual([])
    for (const id of ids) await approve(cashier, id)
    expect(await listed('state=approved')).toEqual(ids.toReversed())
  })

  it('is allowed for cashiers only', async () => {
    const { id } = await submitted(await world.player())
    const support = await world.operator('support')
    expect(refusal(await support.post(`/staff/deposits/${id}/claim`))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await world.visitor('console').get('/staff/deposits'))).toEqual([401, 'staff_session_invalid'])
  })

  it('expires after three days without a review, and shows the player the next step', async () => {
    const player = await world.player()
    const { id } = await submitted(player)
    await world.clock.advance(72 * 3_600_000)
    const { find, review } = world.app.features.deposits
    await review.expire()
    // The server's own job may have locked the row, and then ends it itself.
    await expect.poll(async () => (await find(id))!.state).toBe('expired')
    player.use((await player.post('/login', { mobile: player.mobile, password: player.password })).json.token)
    expect((await player.get(`/player/deposits/${id}`)).json.deposit).toMatchObject({ status: 'expired' })
    // The three days have ended the operators' sessions, which the tests below need.
    cashier = await world.signIn(cashier)
    colleague = await world.signIn(colleague)
  })
})
