import '../accounts/tables.ts'
import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { inEnglish, playerTexts, sentenceOf } from '../../platform/texts.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const hour = 3_600_000
const free = { tier: null, per_network: null, per_device: null, window_hours: 24, excludes: [] as string[] }
let made = 0
/** Creates a gift as an operator signed in after the clock's leap. */
async function gift(rules: object | undefined) {
  admin = await world.operator('admin')
  const body = {
    title: `Gift ${++made}`,
    market: 'NA',
    kind: 'fixed',
    amount: '5.00',
    claims: 20,
    expires_in_hours: 99,
  }
  const { json } = await admin.post('/staff/gift-envelopes', {
    ...body,
    ...(rules ? { claim_rules: { ...free, ...rules } } : {}),
  })
  return { code: json.code as string, id: json.envelope?.id as string, title: body.title }
}
const claim = async (player: Player, code: string) => {
  const { status, json } = await player.post('/gift-envelope/claim', { code })
  return status === 200 ? 'given' : [json.code, json.msg]
}
const cash = async ({ id }: Player) => (await world.balance(id)).cashMinor
const refusedOf = async (player: Player) =>
  (await admin.get('/staff/refused-claims')).json.claims.filter(
    (row: { player: { id: string } }) => row.player.id === player.id,
  )

describe('a reward with rules', () => {
  it('is limited per network in a sliding window', async () => {
    const { code } = await gift({ per_network: 2, window_hours: 5 })
    const from = (last: number) => world.player({ browser: world.visitor('portal', { ip: `41.182.7.${last}` }) })
    const [one, two, three] = [await from(1), await from(2), await from(3)]
    const elsewhere = await world.player()
    expect(await claim(one, code)).toBe('given')
    world.clock.leap(3 * hour)
    expect(await claim(two, code)).toBe('given')
    const sentence = 'This can be claimed 2 times in 5 hours from one network. Try again later, or on another network.'
    expect(await claim(three, code)).toEqual(['claim_refused', sentence])
    expect(await claim(elsewhere, code)).toBe('given')
    // A repeat gets the same answer, and does not count.
    expect(await claim(two, code)).toBe('given')
    world.clock.leap(2 * hour + 1)
    expect(await claim(three, code)).toBe('given')
    expect([await cash(one), await cash(two), await cash(three)]).toEqual([500n, 500n, 500n])
  })

  it('is limited per device, over all accounts', async () => {
    const { code } = await gift({ per_device: 1 })
    const browser = world.visitor()
    const one = await world.player({ browser })
    expect(await claim(one, code)).toBe('given')
    const two = await world.player({ browser })
    expect((await claim(two, code))[0]).toBe('claim_refused')
    expect(await cash(two)).toBe(0n)
  })

  it('is given once to a network with a limit of one by concurrent claims', async () => {
    const { code } = await gift({ per_network: 1 })
    const from = (last: number) => world.player({ browser: world.visitor('portal', { ip: `41.182.9.${last}` }) })
    const players = [await from(1), await from(2), await from(3)]
    const answers = await Promise.all(players.map((player) => claim(player, code)))
    expect(answers.filter((answer) => answer === 'given')).toHaveLength(1)
    const sums = await Promise.all(players.map(cash))
    expect(sums.reduce((sum, minor) => sum + minor)).toBe(500n)
  })

  it('needs its tier', async () => {
    const { code } = await gift({ tier: 'person_verified' })
    const player = await world.player()
    expect(await claim(player, code)).toEqual([
      'claim_refused',
      'Send a photo of your document under Help, and claim this again once your identity is verified.',
    ])
    await world.db.kysely
      .updateTable('accounts.player')
      .set({ tier: 'person_verified' })
      .where('id', '=', player.id)
      .execute()
    expect(await claim(player, code)).toBe('given')
    expect(await claim(await world.player(), (await gift({ tier: 'mobile_verified' })).code)).toBe('given')
  })

  it('excludes other gifts and bonuses both ways', async () => {
    const welcome = 'rule_sandbox_welcome_na'
    const plain = await gift(undefined)
    const { code, title } = await gift({ excludes: [plain.id, welcome] })
    const [one, other, third] = [await world.player(), await world.player({ balance: '50.00' }), await world.player()]
    expect(await claim(one, plain.code)).toBe('given')
    expect(await claim(one, code)).toEqual([
      'claim_refused',
      `You have claimed “${plain.title}”. Each player can have one of the two.`,
    ])
    expect(await claim(other, code)).toBe('given')
    const bonus = await other.post(`/player/bonuses/${welcome}/claim`)
    expect([bonus.status, bonus.json.code]).toEqual([409, 'claim_refused'])
    expect(bonus.json.msg).toContain(title)
    expect((await world.balance(other.id)).bonusMinor).toBe(0n)
    expect(await claim(third, plain.code)).toBe('given')
  })
})

it('a refusal is recorded with reason and number of tries for operators, and in the player’s data export', async () => {
  const { code, id, title } = await gift({ tier: 'person_verified' })
  const player = await world.player()
  for (let n = 0; n < 3; n++) await claim(player, code)
  const [row, ...others] = await refusedOf(player)
  expect(row).toMatchObject({ reward: { id, title }, text: { code: 'claim_needs_identity', params: {} }, tries: 3 })
  expect(others).toEqual([])
  const { json } = await player.get('/player/data')
  const data = Buffer.isBuffer(json) ? JSON.parse(json.toString()) : json
  expect(data.refused_claims).toMatchObject([{ reward: { id }, tries: 3 }])
  const text = { code: 'claim_network_full', params: { claims: '2', hours: '5' } }
  expect(new Set([inEnglish(text), sentenceOf(text, playerTexts.hi), sentenceOf(text, playerTexts.af)]).size).toBe(3)
})

it('rules wait with their reward for a second person, and are shown in the list of rewards', async () => {
  await world.approvals({ solo: false })
  const second = await world.operator('admin')
  const { id } = await gift({ per_network: 3 })
  const big = { title: 'Big', market: 'NA', kind: 'fixed', amount: '5000.00', claims: 20, expires_in_hours: 9 }
  const rules = { ...free, per_device: 1 }
  const answer = await admin.post('/staff/gift-envelopes', { ...big, claim_rules: rules })
  expect(answer.json.waits).toBe(true)
  await confirmNewest(second)
  const { envelopes } = (await admin.get('/staff/gift-envelopes')).json
  const ofTitle = (named: string) => envelopes.find(({ title }: { title: string }) => title === named)
  expect(ofTitle('Big').claim_rules).toEqual(rules)
  expect(envelopes.find((one: { id: string }) => one.id === id).claim_rules).toMatchObject({ per_network: 3 })
})
