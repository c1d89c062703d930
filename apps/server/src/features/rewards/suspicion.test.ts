import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { csvOfLines, importFile, linesOf, reportTransfer } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { suspicionOf } from './suspicion.ts'

let world: World
let boss: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  boss = await world.operator('manager')
})
afterAll(() => world.close())

const welcome = 'rule_sandbox_welcome_na'
const phone = 'Mozilla/5.0 (Linux; Android 13; SM-A145F) Chrome/126.0 Mobile'
/** A player with a deposit, in a browser without known cookies. */
async function arrives(ip: string, { userAgent = phone, referral }: { userAgent?: string; referral?: string } = {}) {
  const browser = world.visitor('portal', { ip, userAgent })
  const player = await world.player({ browser, ...(referral === undefined ? {} : { referral_code: referral }) })
  await world.fund(player.id, '200.00')
  return player
}
type Player = Awaited<ReturnType<typeof arrives>>
const claim = async (player: Player) => {
  const { status, json } = await player.post(`/player/bonuses/${welcome}/claim`)
  return status === 200 ? 'given' : json.code
}
const checks = async (state = 'waiting') => (await boss.get(`/staff/reward-checks?state=${state}`)).json.checks

describe('twelve accounts of one address with deleted cookies', () => {
  it('get no second welcome bonus and no referral before a review', async () => {
    const first = await arrives('41.182.7.9')
    expect(await claim(first)).toBe('given')
    const { code } = (await first.get('/player/referral')).json
    const others: Player[] = []
    for (let n = 0; n < 11; n++) others.push(await arrives('41.182.7.9', { referral: code }))
    expect(new Set(await Promise.all(others.map(claim)))).toEqual(new Set(['bonus_checked']))
    for (const other of others) await (await seatOf(world, other)).play(20_000, 0)
    expect(await world.app.features.rewards.referrals.payDue()).toBe(0)
    expect((await first.post('/player/referral/claim')).json.paid).toBe(0)
    for (const { id } of others) expect((await world.balance(id)).bonusMinor).toBe(0n)
    // The player sees that it is under review, and the manager why.
    const { offers } = (await others[0]!.get('/player/bonuses')).json
    expect(offers.find((offer: { id: string }) => offer.id === welcome).state).toBe('being_checked')
    expect((await first.get('/player/referral')).json.friends[0].state).toBe('being_checked')
    const waiting = await checks()
    expect(waiting).toHaveLength(22)
    const referral = waiting.find((check: { kind: string }) => check.kind === 'referral')
    expect(referral.reasons.map((reason: { code: string }) => reason.code)).toEqual(
      expect.arrayContaining(['same_browser', 'same_browser_together', 'referrer_same_browser', 'same_address']),
    )
  })

  it('are decided once by a manager, with a note, and then given or refused', async () => {
    const waiting = await checks()
    const bonus = waiting.find((check: { kind: string }) => check.kind === 'welcome')
    const [friend, refused] = waiting.filter((check: { kind: string }) => check.kind === 'referral')
    const decide = (id: string, verb: string) =>
      boss.post(`/staff/reward-checks/${id}/${verb}`, { reason: 'Seen by us.' })
    expect((await decide(bonus.id, 'refuse')).status).toBe(200)
    const twice = await decide(bonus.id, 'give')
    expect([twice.status, twice.json.code]).toEqual([409, 'reward_check_decided'])
    await decide(friend.id, 'give')
    await decide(refused.id, 'refuse')
    expect(await world.app.features.rewards.referrals.payDue()).toBe(1)
    expect((await checks('decided'))[0]).toMatchObject({ note: 'Seen by us.', state: 'refused' })
    expect((await boss.get('/staff/audit?action=reward.give')).json.entries).toHaveLength(1)
  })
})

describe('a payer of two accounts', () => {
  it('puts the second one’s bonus under review, wherever the accounts are used', async () => {
    const players: Player[] = []
    for (const [n, ip] of ['160.5.1.1', '197.3.2.2'].entries()) {
      const player = await world.player({ browser: world.visitor('portal', { ip, userAgent: `phone ${n}` }) })
      const deposit = await reportTransfer(player, '200', `PAYER${n}`)
      await importFile(boss, csvOfLines([{ amount: '200.00', reference: `PAYER${n}`, text: 'T Nangolo, Windhoek' }]))
      const line = (await linesOf(boss)).find(({ reference }) => reference === `PAYER${n}`)
      const credited = await boss.post(`/staff/statement-lines/${line.id}/credit`, {
        version: line.version,
        deposit_id: deposit,
      })
      expect(credited.json.line.state).toBe('credited')
      players.push(player)
    }
    expect(await claim(players[1]!)).toBe('bonus_checked')
    const found = (await checks()).find((check: { player_id: string }) => check.player_id === players[1]!.id)
    expect(found.reasons).toEqual([{ code: 'same_payer', points: 60, count: 1 }])
  })
})

describe('honest players', () => {
  it('of one household with separate phones get their rewards at once', async () => {
    const one = await arrives('102.14.3.4')
    await world.clock.advance(3_600_000)
    const two = await arrives('102.14.3.4', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4) Safari/604.1' })
    expect([await claim(one), await claim(two)]).toEqual(['given', 'given'])
  })

  it('two hundred behind one address of a mobile network get their rewards at once', async () => {
    const address = '105.232.1.1'
    const now = world.clock.now()
    // Over six days, with twelve phone models: typical for a carrier's shared address.
    const ids = Array.from({ length: 200 }, (_, n) => `honest_${n}`)
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const at = ids.map(() => new Date(now.getTime() - Math.floor(random() * 6 * 86_400_000)))
    await world.db.kysely
      .insertInto('accounts.player')
      .values(
        ids.map((id, n) => ({
          ...{ id, player_name: id, mobile: `+26485${2_000_000 + n}`, market: 'NA', currency: 'NAD' },
          ...{ password_hash: 'none', deposit_code: `H${n}`, created_at: at[n]! },
        })) as never,
      )
      .execute()
    const rows = ids.map((id, n) => ({
      ...{ session_id: `ses_${id}`, player_id: id, device_id: `device_${n}`, at: at[n]!, address },
      traits: createHash('sha256')
        .update(`phone ${Math.floor(random() * 12)}`)
        .digest(),
    }))
    const waits: string[] = []
    // Each with the data at the time of their registration: the first of them have no busy address yet.
    for (const row of rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      await world.db.kysely.insertInto('accounts.player_origin').values(row).execute()
      const found = await suspicionOf(
        world.db.kysely,
        { playerId: row.player_id, countPlayersWithSamePayer: 0 },
        row.at,
      )
      if (found.points >= found.threshold) waits.push(row.player_id)
    }
    // At most one in a hundred: somebody with the same phone model may register within minutes while the address is
    // new.
    expect(waits.length).toBeLessThanOrEqual(2)
    const player = await arrives(address)
    expect(await claim(player)).toBe('given')
  })
})
