import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
async function gift(more: object = {}): Promise<{ code: string; id: string }> {
  const body = { title: 'A gift', market: 'NA', kind: 'fixed', amount: '5.00', claims: 1, expires_in_hours: 1, ...more }
  const { json } = await admin.post('/staff/gift-envelopes', body)
  return { code: json.code, id: json.envelope.id }
}
const claim = async (player: Player, code: string, more: object = {}) => {
  const { status, json } = await player.post('/gift-envelope/claim', { code, ...more })
  return [status, json.code, json.msg]
}
const validate = async (player: Player, code: string) => {
  const { status, json } = await player.get(`/gift-envelope/validate?id=${code}`)
  return [status, json.code, json.msg]
}

describe('a gift’s code', () => {
  it('is too long to guess, and is not stored in clear', async () => {
    const { code } = await gift()
    // 32 letters, 26 times: 130 bits.
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const { rows } = await world.db.kysely
      .selectFrom('rewards.gift_envelope')
      .selectAll()
      .execute()
      .then((found) => ({ rows: found }))
    const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain(code)
    expect(text).not.toContain(Buffer.from(code).toString('hex'))
  })

  it('gets the same answer if unknown, used, stopped, expired, of another market or another person’s', async () => {
    const [player, other, indian] = [await world.player(), await world.player(), await world.player({ market: 'IN' })]
    const [used, stopped, foreign, personal] = [await gift(), await gift(), await gift(), await gift()]
    expect((await claim(other, used.code))[0]).toBe(200)
    await admin.post(`/staff/gift-envelopes/${stopped.id}/stop`)
    const unknown = '0'.repeat(26)
    const refusals = [
      await claim(player, unknown),
      await claim(player, used.code),
      await claim(player, stopped.code),
      await claim(indian, foreign.code),
      await claim(player, personal.code, { mobile: other.mobile }),
      await validate(player, unknown),
      await validate(player, used.code),
      await validate(player, stopped.code),
      await validate(indian, foreign.code),
    ]
    const expired = await gift()
    await world.clock.advance(3_600_001)
    refusals.push(await claim(player, expired.code), await validate(player, expired.code))
    expect(refusals[0]![1]).toBe('gift_invalid')
    expect(refusals).toEqual(refusals.map(() => refusals[0]))
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
  })
})
