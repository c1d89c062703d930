import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses, over, startServers, type ServerProcess } from '../processes.ts'
import type { Answer, World } from '../world.ts'

const nobody = { cookies: new Map<string, string>(), token: () => undefined }
const password = 'a dozen and more letters'

describe.runIf(testEngine === 'postgres')('guesses at two servers on one database', () => {
  let world: World
  let servers: ServerProcess[]
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    servers = await startServers(2, world.environment, world.url!)
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await world.close()
  })

  const burst = async (count: number, door: 'portal' | 'console', path: string, body: (index: number) => object) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => over(servers[index % 2]!, nobody, door).post(path, body(index))),
    )
    return {
      judged: answers.filter((answer): answer is Answer => answer !== undefined && ![429, 503].includes(answer.status)),
      answered: answers.filter((answer) => answer !== undefined).length,
    }
  }

  it('600 concurrent passwords for one player: five are checked', async () => {
    const player = await world.player()
    const { judged, answered } = await burst(600, 'portal', '/login', (index) => ({
      mobile: player.mobile,
      password: index < 590 ? `wrong-${index}` : player.password,
    }))
    expect(answered).toBe(600)
    expect(judged.length).toBeLessThanOrEqual(5)
    expect(judged.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
  })

  it('200 concurrent passwords and 120 codes for one operator: five of each are checked', async () => {
    const cashier = await world.operator('cashier')
    const passwords = await burst(200, 'console', '/staff/sign-in', (index) => ({
      name: cashier.name,
      password: `wrong ${index}`,
    }))
    expect(passwords.answered).toBe(200)
    expect(passwords.judged.length).toBeLessThanOrEqual(5)
    const first = await cashier.post('/staff/sign-in', { name: cashier.name, password })
    const right = new TOTP({ secret: Secret.fromBase32(cashier.secret) }).generate()
    const codes = await burst(120, 'console', '/staff/sign-in/totp', (index) => ({
      ticket: first.json.ticket,
      code: index === 110 ? right : String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'),
    }))
    expect(codes.answered).toBe(120)
    expect(codes.judged.length).toBeLessThanOrEqual(5)
    expect(codes.judged.filter(({ status }) => status === 200)).toEqual([])
  })

  it('40 concurrent requests for a code: one is sent', async () => {
    const mobile = world.newMobile()
    const { judged } = await burst(40, 'portal', '/forgot-password', () => ({ mobile }))
    expect(judged).toHaveLength(1)
  })
})
