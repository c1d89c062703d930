import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { key, openTestSandbox, type TestSandbox } from './testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

describe('the game providers', () => {
  const signed = (path: string, withKey = key) => {
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', withKey).update(`${timestamp}.${path}`).digest('hex')
    return { 'x-timestamp': timestamp, 'x-signature': signature }
  }
  const gameOfLagoon = async () => {
    const path = '/providers/lagoon/games'
    return (await sandbox.call(path, undefined, signed(path))).json.games[0].code as string
  }

  test('list their games in pages, only to the portal', async () => {
    const path = '/providers/lagoon/games?cursor=4000'
    const { json } = await sandbox.call(path, undefined, signed(path))
    expect(json.games).toHaveLength(1000)
    expect(json.next).toBeNull()
    expect((await sandbox.call(path)).status).toBe(401)
    expect((await sandbox.call(path, undefined, signed(path, 'another key'))).status).toBe(401)
    expect((await sandbox.call('/providers/nobody/games')).status).toBe(404)
    expect((await sandbox.call('/providers/lagoon/play/none')).status).toBe(404)
  })

  test('a demo plays with play money, and a wrong stake is explained', async () => {
    const page = await sandbox.open(`/providers/lagoon/play/${await gameOfLagoon()}?demo=1`)
    expect(page.text()).toContain('1000.00 play money')
    expect(page.text()).toContain('It stands in for a game of an outside provider')
    page.field('Stake').type('much')
    page.button('Lantern 1').press()
    await vi.waitFor(() => expect(page.status()).toBe('A stake is an amount such as 1.00, at most 100.00.'))
    page.field('Stake').type('10')
    page.button('Lantern 2').press()
    await vi.waitFor(() => expect(page.status()).toMatch(/^(Lit! 28\.50 comes back\.|This one is dark\.)$/))
    expect(page.text()).toMatch(/(990|1018)\.\d\d play money/)
  })

  test('a player’s round is a bet and its win at the portal’s wallet, signed', async () => {
    const page = await sandbox.open(`/providers/lagoon/play/${await gameOfLagoon()}?token=t1&currency=NAD`)
    expect(page.text()).toContain('500.00 NAD')
    page.field('Stake').type('2.50')
    page.button('Lantern 3').press()
    await vi.waitFor(() => expect(page.status()).toMatch(/^(Lit!|This one)/))
    const [bet, win] = [...sandbox.callsTo('/gateway/dhow/bet'), ...sandbox.callsTo('/gateway/dhow/win')]
    expect(JSON.parse(bet?.body ?? '')).toMatchObject({ session: 's1', amount: 250, currency: 'NAD' })
    expect(JSON.parse(win?.body ?? '')).toMatchObject({ refTxId: JSON.parse(bet?.body ?? '').txId })
    const signature = createHmac('sha256', key)
      .update(`${String(bet?.headers['x-timestamp'])}.${bet?.body}`)
      .digest('hex')
    expect(bet?.headers).toMatchObject({ 'x-provider': 'lagoon', 'x-signature': signature })
  })

  test('an unknown seat, and a launch without the portal’s signature, are refused', async () => {
    expect((await sandbox.call('/providers/lagoon/rounds', { seat: 'none', stake: '1.00', pick: 0 })).status).toBe(404)
    expect((await sandbox.call('/providers/lagoon/seats', { game: 'none', demo: true })).status).toBe(404)
    expect((await sandbox.call('/providers/turbo/sessions', { game: 'x', currency: 'NAD' })).status).toBe(403)
    expect((await sandbox.call('/providers/reef/game/url', { game_code: 'x', currency: 'NAD' })).status).toBe(403)
  })
})
