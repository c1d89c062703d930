import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { addProvider, confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let first: Awaited<ReturnType<World['operator']>>
let second: typeof first
let support: typeof first
let acme: { provider: string; secret: string; game: string }

beforeAll(async () => {
  world = await openWorld()
  first = await world.operator('admin')
  second = await world.operator('admin')
  support = await world.operator('support')
  const provider = { code: 'acme', name: 'Acme', protocol: 'dhow', launch_url: 'http://127.0.0.1:9/play' }
  const secret = (await addProvider({ first, second }, provider))!
  await world.db.kysely
    .insertInto('catalog.game')
    .values({
      id: 'game_acme',
      slug: 'acme-million',
      code: 'acme-million',
      provider_code: 'acme',
      name: 'Million',
      categories: [],
      tile: '/tiles/dhow.svg',
      rtp: '96.00',
      min_stake_minor: null,
      max_stake_minor: null,
      demo: false,
      markets: ['NA'],
      enabled: true,
      position: 9_000,
      withdrawn_at: null,
    })
    .execute()
  acme = { provider: 'acme', secret, game: 'acme-million' }
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const held = async (state = 'held') => (await support.get(`/staff/held-wins?state=${state}`)).json.wins
const balances = async (playerId: string) => {
  const { cashMinor, heldMinor } = (await world.app.features.wallet.balance(world.db.kysely, playerId))!
  return { cash: cashMinor, held: heldMinor }
}
const ceilings = { currency: 'NAD', win: '50000.00', multiple: 10_000, multiple_from: '1000.00', hour: '250000.00' }
const setCeilings = (change: object) =>
  first.post('/staff/providers/acme/ceilings', { ...ceilings, reason: 'A trial', ...change })
/** Operators' sessions end after an hour without use. */
async function nextHour() {
  world.clock.leap(3_600_000)
  support = { ...support, ...(await world.signIn(support)) }
  first = { ...first, ...(await world.signIn(first)) }
}
const seated = async (balance = '100.00') => {
  const player = await world.player({ balance })
  return { player, seat: await seatOf(world, player, acme) }
}

describe('one admin alone', () => {
  it('cannot add a provider or a key: both wait for a second admin', async () => {
    const given = { code: 'lone', name: 'Lone', protocol: 'dhow', launch_url: 'http://127.0.0.1:9/play' }
    expect((await first.post('/staff/providers', given)).json).toMatchObject({ waiting: true })
    expect((await first.post('/staff/providers/acme/keys', { overlap_hours: 1 })).json).toMatchObject({ waiting: true })
    const { providers } = (await first.get('/staff/providers')).json
    expect(providers.map(({ code }: { code: string }) => code)).not.toContain('lone')
    expect(providers.find(({ code }: { code: string }) => code === 'acme').keys).toHaveLength(1)
    const { changes } = (await first.get('/staff/changes')).json
    for (const { id } of changes) {
      expect(refusal(await first.post(`/staff/changes/${id}/confirm`))).toEqual([409, 'same_operator'])
      await first.post(`/staff/changes/${id}/drop`)
    }
  })

  it('lowers a ceiling at once and cannot raise one', async () => {
    const lower = await setCeilings({ win: '40000.00' })
    expect(lower.json).toMatchObject({ waiting: false })
    expect(lower.json.provider.ceilings[0]).toMatchObject({ currency: 'NAD', win: '40000.00', own: true })
    const higher = await setCeilings({ win: '60000.00' })
    expect(higher.json).toMatchObject({ waiting: true })
    expect(higher.json.provider.ceilings[0]).toMatchObject({ win: '40000.00' })
    await confirmNewest(second)
    const { providers } = (await first.get('/staff/providers')).json
    const acmeRow = providers.find(({ code }: { code: string }) => code === 'acme')
    expect(acmeRow.ceilings[0]).toMatchObject({ win: '60000.00' })
    await setCeilings({})
    expect(refusal(await setCeilings({ win: '0' }))).toEqual([422, 'invalid_fields'])
  })
})

describe('a win above a ceiling', () => {
  it('is confirmed to the provider and held: the player sees it but cannot stake or withdraw it', async () => {
    const { player, seat } = await seated()
    await seat.bet(1_000, 'bet-million')
    const won = await seat.win('bet-million', 100_000_000, 'bet-million', 'win-million')
    expect(won).toMatchObject({ status: 200, code: 'ok', balance: 9_000 })
    expect(await seat.win('bet-million', 100_000_000, 'bet-million', 'win-million')).toMatchObject(won)
    expect(await balances(player.id)).toEqual({ cash: 9_000n, held: 100_000_000n })
    expect(await seat.bet(9_001)).toMatchObject({ code: 'insufficient_funds' })
    const [round] = (await player.get('/player/game-history')).json.data
    expect(round).toMatchObject({ payout: '1000000.00', checking: '1000000.00', balance_after: '90.00' })
    const [win] = await held()
    expect(win).toMatchObject({
      provider: 'acme',
      game: 'Million',
      stake: '10.00',
      win: '1000000.00',
      multiple: '100000.00',
      ceilings: ['win', 'multiple', 'hour'],
      waits: false,
    })
  })

  it('is paid by two managers from the threshold on, once', async () => {
    const [win] = await held()
    const body = { version: win.version, reason: 'The provider confirms the round' }
    expect(refusal(await support.post(`/staff/held-wins/${win.id}/pay`, body))).toEqual([403, 'staff_forbidden'])
    expect((await first.post(`/staff/held-wins/${win.id}/pay`, body)).json).toMatchObject({ waiting: true })
    expect((await held())[0].waits).toBe(true)
    expect(await balances(win.player_id)).toEqual({ cash: 9_000n, held: 100_000_000n })
    await confirmNewest(second)
    expect(await balances(win.player_id)).toEqual({ cash: 100_009_000n, held: 0n })
    expect(refusal(await first.post(`/staff/held-wins/${win.id}/refuse`, body))).toEqual([409, 'held_win_decided'])
    expect((await held('decided'))[0]).toMatchObject({ id: win.id, state: 'paid' })
  })

  it('is posted back to the house when refused, and subtracted from the round and its day', async () => {
    await setCeilings({ win: '100.00' })
    const { player, seat } = await seated()
    await seat.bet(1_000, 'bet-refused')
    await seat.win('bet-refused', 20_000)
    const [win] = await held()
    expect(win).toMatchObject({ ceilings: ['win'], held: '200.00' })
    const refused = await first.post(`/staff/held-wins/${win.id}/refuse`, { version: 1, reason: 'A fault of the game' })
    expect(refused.json).toMatchObject({ waiting: false })
    expect(await balances(player.id)).toEqual({ cash: 9_000n, held: 0n })
    const { data, totals } = (await player.get('/player/game-history')).json
    expect(data[0]).toMatchObject({ payout: '0.00', refused: '200.00', net: '-10.00' })
    expect(totals).toEqual({ in: '0.00', out: '10.00', net: '-10.00' })
    await setCeilings({})
    await confirmNewest(second)
  })

  it('is held too by its multiple, by betwin, and in a wallet frozen meanwhile', async () => {
    const { player, seat } = await seated()
    await seat.bet(5, 'bet-multiple')
    await seat.win('bet-multiple', 100_000)
    expect(await balances(player.id)).toEqual({ cash: 9_995n, held: 100_000n })
    expect(await seat.betwin(100, 6_000_000)).toMatchObject({ code: 'ok', balance: 9_895 })
    await seat.bet(100, 'bet-frozen')
    await world.db.transaction((tx) => world.app.features.wallet.freeze(tx, player.id, world.clock.now()))
    expect(await seat.win('bet-frozen', 7_000_000)).toMatchObject({ code: 'ok', balance: 9_795 })
    expect(await balances(player.id)).toEqual({ cash: 9_795n, held: 13_100_000n })
    expect((await held()).map((win: { ceilings: string[] }) => win.ceilings)).toEqual([
      ['multiple'],
      ['win', 'multiple'],
      ['win', 'multiple'],
    ])
  })

  it('is paid at once if it is below', async () => {
    const { player, seat } = await seated()
    await seat.play(1_000, 4_999_900)
    expect(await balances(player.id)).toEqual({ cash: 5_008_900n, held: 0n })
  })
})

describe('a leaked key', () => {
  it('pays out at most the ceiling in an hour over all players; the next hour begins at zero', async () => {
    await nextHour()
    const paid: bigint[] = []
    for (let index = 0; index < 8; index++) {
      const { player, seat } = await seated()
      await seat.bet(1_000, `leak-${index}`)
      await seat.win(`leak-${index}`, 4_500_000)
      paid.push((await balances(player.id)).cash)
    }
    const received = paid.filter((cash) => cash > 10_000n).length
    expect(received).toBe(5)
    expect((await held()).filter((win: { ceilings: string[] }) => win.ceilings.includes('hour'))).toHaveLength(3)
    await world.app.features.alarms.run()
    const alarms = await world.app.features.alarms.list()
    expect(alarms.map(({ code, subject }) => [code, subject])).toContainEqual(['provider', 'acme:held'])
    await nextHour()
    const { player, seat } = await seated()
    await seat.play(1_000, 4_500_000)
    expect(await balances(player.id)).toEqual({ cash: 4_509_000n, held: 0n })
  })

  it('can be revoked at once by one admin', async () => {
    const { providers } = (await first.get('/staff/providers')).json
    const [key] = providers.find(({ code }: { code: string }) => code === 'acme').keys
    await first.post('/staff/providers/acme/end-key', { key: key.id, reason: 'It has leaked' })
    const { seat } = await seated()
    expect(await seat.bet(1_000)).toMatchObject({ status: 401, code: 'signature_invalid' })
  })
})
