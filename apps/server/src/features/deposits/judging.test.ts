import type { PlayerText } from '@dhow/contract/player-texts'
import { inEnglish } from '../../platform/texts.ts'
import '../rewards/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screenshot } from '../../../test/pictures.ts'
import { namibia, openJudging } from '../../../test/deposits.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Steps after a submission: questions and answers, cancellation, reversal. */

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const { submitted, seenBy, decide, own, picture, reference } = openJudging()
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const textsOf = (deposit: { timeline: { text: PlayerText }[] }) => deposit.timeline.map(({ text }) => inEnglish(text))
const codesOf = (deposit: { warnings: { code: string }[] }) => deposit.warnings.map((warning) => warning.code)

describe('the counts of waiting deposits', () => {
  it('exclude a deposit that waits for its player', async () => {
    const player = await world.player()
    const id = await submitted(player)
    const waiting = async () => ({
      menu: (await cashier.get('/staff/me')).json.queues.deposits as number,
      open: ((await cashier.get('/staff/deposits')).json.counts as Record<string, number>)['open']!,
      listed: ((await cashier.get('/staff/deposits')).json.deposits as { id: string }[]).some((one) => one.id === id),
    })
    const before = await waiting()
    await decide(cashier, id, 'ask', { question: 'find_reference' })
    expect(await waiting()).toEqual({ menu: before.menu - 1, open: before.open - 1, listed: false })
    const own = (await cashier.get('/staff/deposits?state=needs_info')).json.deposits as { id: string }[]
    expect(own.map((one) => one.id)).toContain(id)
  })
})

describe('a question', () => {
  it('is sent to the player in plain words, and the answer returns the deposit to the queue', async () => {
    const player = await world.player()
    const id = await submitted(player, {}, 41_001)
    await cashier.post(`/staff/deposits/${id}/claim`)
    const asked = await decide(cashier, id, 'ask', { question: 'clearer_screenshot', note: 'The amount is cut off.' })
    expect(asked.json.deposit).toMatchObject({ state: 'needs_info', claimed_by: null })
    expect(await own(player, id)).toMatchObject({
      status: 'pending',
      reason: { code: 'deposit_question', params: { question: 'clearer_screenshot' } },
      question: { code: 'clearer_screenshot', note: 'The amount is cut off.' },
      can_cancel: false,
      expected_by: null,
    })
    await world.clock.advance(60_000)
    const answer = await player.form(
      `/player/deposits/${id}/answer`,
      { note: 'Here it is whole.' },
      await picture(41_002),
    )
    expect(answer.json).toMatchObject({ status: 'success', deposit: { state: 'submitted', question: null } })
    await world.app.features.deposits.proofs.prepare()
    // Half an hour from the answer, not from the submission.
    expect(Date.parse(answer.json.deposit.expected_by) - world.clock.now().getTime()).toBe(30 * 60_000)
    const seen = await seenBy(manager, id)
    expect(seen).toMatchObject({ state: 'submitted', answer: 'Here it is whole.', proofs: 2 })
    expect(textsOf(seen).slice(-4)).toEqual([
      'Please send a clearer screenshot of the payment.',
      'Our cashier wrote: “The amount is cut off.”',
      'You sent another screenshot.',
      'You answered: “Here it is whole.”',
    ])
    const proofs = [0, 1].map(async (back) => (await manager.get(`/staff/deposits/${id}/proof?back=${back}`)).json)
    const [newest, first] = await Promise.all(proofs)
    expect(Buffer.compare(newest, first)).not.toBe(0)
    expect((await manager.get(`/staff/deposits/${id}/proof?back=2`)).status).toBe(404)
    expect((await decide(cashier, id, 'approve', { received_amount: '500' })).json.deposit.state).toBe('approved')
  })

  it('about the reference or amount is answered with a new one, under the same rules', async () => {
    const player = await world.player()
    const [other, id] = [await submitted(player), await submitted(player)]
    const taken = (await own(player, other)).utr
    await decide(cashier, id, 'ask', { question: 'find_reference' })
    const send = (fields: Record<string, string>) => player.form(`/player/deposits/${id}/answer`, fields)
    expect(refusal(await send({}))).toEqual([422, 'answer_empty'])
    expect((await send({ utr: taken })).json.errors).toEqual({
      utr: ['This reference was already submitted. Please reach out to the support team.'],
    })
    expect((await send({ amount: '1' })).json.errors).toEqual({ amount: ['Minimum allowed is N$ 10'] })
    expect((await send({ amount: 'much' })).json.errors).toEqual({ amount: ['Enter a valid number'] })
    expect((await send({ utr: 'mended-77', amount: '450.50' })).json.deposit).toMatchObject({
      utr: 'MENDED77',
      declared_amount: '450.50',
      state: 'submitted',
    })
    // The first reference is free again, and the second is in use.
    expect(refusal(await player.form(namibia, { manual_deposit_id: '2', amount: '60', utr: 'MENDED 77' }))).toEqual([
      409,
      'reference_used',
    ])
  })

  it('is answered only by its player, once', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const id = await submitted(player)
    const send = (who: Player) => who.form(`/player/deposits/${id}/answer`, { note: 'It was me.' })
    expect(refusal(await send(player))).toEqual([409, 'deposit_state_changed'])
    await decide(cashier, id, 'ask', { question: 'payer_name' })
    expect(refusal(await send(stranger))).toEqual([404, 'not_found'])
    const both = await Promise.all([send(player), send(player)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
  })
})

describe('an expired claim', () => {
  it('returns the deposit to the queue when it expires', async () => {
    const id = await submitted(await world.player())
    await cashier.post(`/staff/deposits/${id}/claim`)
    await world.clock.advance(9 * 60_000)
    await world.app.features.deposits.review.expire()
    expect((await seenBy(cashier, id)).state).toBe('under_review')
    await world.clock.advance(60_000)
    await world.app.features.deposits.review.expire()
    await expect.poll(async () => (await seenBy(cashier, id)).state).toBe('submitted')
    expect((await seenBy(cashier, id)).claimed_by).toBeNull()
  })
})

describe('a player', () => {
  it('cancels a deposit before its review, and not afterwards', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const [early, late] = [await submitted(player, { utr: 'BACK1' }), await submitted(player)]
    expect((await own(player, early)).can_cancel).toBe(true)
    expect(refusal(await stranger.post(`/player/deposits/${early}/cancel`))).toEqual([404, 'not_found'])
    expect((await player.post(`/player/deposits/${early}/cancel`)).json.deposit).toMatchObject({
      status: 'cancelled',
      can_cancel: false,
    })
    expect(refusal(await player.post(`/player/deposits/${early}/cancel`))).toEqual([409, 'deposit_state_changed'])
    expect(await submitted(player, { utr: 'BACK1' })).not.toBe(early)
    await cashier.post(`/staff/deposits/${late}/claim`)
    expect(refusal(await player.post(`/player/deposits/${late}/cancel`))).toEqual([409, 'deposit_state_changed'])
  })

  it('may use the deposit code as the reference of several transfers', async () => {
    const player = await world.player()
    const { deposit_code: code } = (await player.get('/player/deposit-namibia/manual-deposit/get-payment-details')).json
    const first = await submitted(player, { utr: code.toLowerCase() })
    expect(await submitted(player, { utr: code })).toBe(first)
    const second = await submitted(player, { utr: code, amount: '700' })
    expect((await own(player, second)).utr).toBe(`${code}/2`)
    await decide(cashier, first, 'approve', { received_amount: '500' })
    const third = await submitted(player, { utr: code })
    expect([first, second].includes(third)).toBe(false)
    const found = (await cashier.get(`/staff/deposits?q=${code}`)).json.deposits
    expect(found).toHaveLength(3)
  })

  it('whose reference was rejected three times is referred to support', async () => {
    const player = await world.player()
    const utr = reference()
    for (let n = 0; n < 3; n++) {
      const id = await submitted(player, { utr })
      await decide(cashier, id, 'reject', { reason: 'reference_not_found' })
    }
    const answer = await player.form(namibia, { manual_deposit_id: '2', amount: '500', utr })
    expect([...refusal(answer), answer.json.msg]).toEqual([
      409,
      'resubmitted_often',
      'This reference was refused several times. Please reach out to the support team.',
    ])
  })
})

describe('a screenshot', () => {
  it('that was cropped, resized or saved again is marked; a different one is not', async () => {
    const { default: sharp } = await import('sharp')
    const original = await screenshot(42_000)
    await submitted(await world.player(), {}, 42_000)
    const like = async (bytes: Buffer) => {
      const answer = await (
        await world.player()
      ).form(
        namibia,
        { manual_deposit_id: '2', amount: '500', utr: reference() },
        { name: 'x', type: 'image/png', bytes },
      )
      await world.app.features.deposits.proofs.prepare()
      return codesOf(await seenBy(cashier, answer.json.data.deposit.id)).filter((code) => code.startsWith('proof'))
    }
    expect(
      await like(await sharp(original).extract({ left: 0, top: 12, width: 90, height: 148 }).png().toBuffer()),
    ).toContain('proof_copy')
    expect(await like(await sharp(original).jpeg({ quality: 40 }).toBuffer())).toContain('proof_copy')
    expect(await like(original)).toContain('proof_seen')
    expect(await like(await screenshot(42_999))).toEqual([])
  })
})

// Advances by days, which ends every session of this world: keep it last.
describe('a question without an answer', () => {
  it('ends the deposit after three days, with a message to the player', async () => {
    const player = await world.player()
    const id = await submitted(player)
    await decide(cashier, id, 'ask', { question: 'other' })
    const { find, ownReply, review } = world.app.features.deposits
    await world.clock.advance(71 * 3_600_000)
    await review.expire()
    expect((await find(id))!.state).toBe('needs_info')
    await world.clock.advance(3_600_000)
    await review.expire()
    // The server's own job may have locked the row, and then ends it itself.
    await expect.poll(async () => (await find(id))!.state).toBe('expired')
    const { timeline } = await ownReply((await find(id))!)
    expect(timeline.at(-1)!.text.code).toBe('deposit_unanswered')
  })
})
