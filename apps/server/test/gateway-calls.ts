import { createHmac } from 'node:crypto'
import { ask, type World } from './world.ts'

const key = 'the key of the studio in the tests'
const base = '/api/v1/dhow/gateway/dhow/'
let ids = 0
export const newId = (kind: string) => `${kind}-${++ids}`

/** The studio's wallet calls, in a world opened after its tests are collected. */
export function gatewayCalls(worldOf: () => World) {
  /** A call signed like the studio's; `tamper` changes it after signing. */
  async function call(
    path: string,
    body: unknown,
    change: {
      key?: string
      at?: number
      tamper?: (text: string) => string
      provider?: string
      headers?: Record<string, string>
    } = {},
  ) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const timestamp = String(change.at ?? worldOf().clock.now().getTime())
    const signature = createHmac('sha256', change.key ?? key)
      .update(`${timestamp}.${text}`)
      .digest('hex')
    const response = await ask(worldOf().app.portal, {
      method: 'POST',
      url: base + path,
      headers: {
        'content-type': 'application/json',
        'x-provider': change.provider ?? 'dhow-studio',
        'x-timestamp': timestamp,
        'x-signature': signature,
        ...change.headers,
      },
      payload: change.tamper ? change.tamper(text) : text,
    })
    const answer = response.json() as { code: string; balance?: number; transaction?: string; session?: string }
    return { ...answer, status: response.statusCode }
  }

  /** A player in the game, with money. */
  async function seat(balance = '100.00') {
    const player = await worldOf().player({ balance })
    const launch = (await player.post('/games/dhow/launch', {})).json
    const token = new URL(launch.url).searchParams.get('token')!
    const opened = await call('authenticate', { token })
    const session = opened.session!
    const roundId = newId('round')
    const money = { session, roundId, game: 'dhow', currency: 'NAD' }
    return {
      player,
      token,
      session,
      roundId,
      bet: (txId: string, amount: number, more: object = {}) => call('bet', { ...money, txId, amount, ...more }),
      win: (txId: string, refTxId: string, amount: number, more: object = {}) =>
        call('win', { ...money, txId, refTxId, amount, ...more }),
      rollback: (txId: string, refTxId: string, more: object = {}) =>
        call('rollback', { session, roundId, txId, refTxId, ...more }),
      balance: async () => (await call('balance', { session })).balance,
      state: () => worldOf().balance(player.id),
    }
  }

  return { call, seat }
}
