import { createHmac } from 'node:crypto'
import { ask, type World } from './world.ts'

type Player = Awaited<ReturnType<World['player']>>

export interface HouseAnswer {
  status: number
  code: string
  balance?: number
  session?: string
}

let ids = 0

/** A player in the studio's game, with signed calls as the studio makes them. Amounts are minor units. */
export async function seatOf(world: World, player: Player) {
  const call = async (path: string, body: object): Promise<HouseAnswer> => {
    const text = JSON.stringify(body)
    const timestamp = String(world.platform.clock.now().getTime())
    const signature = createHmac('sha256', world.environment.STUDIO_WALLET_KEY)
      .update(`${timestamp}.${text}`)
      .digest('hex')
    const response = await ask(world.app.portal, {
      method: 'POST',
      url: `/api/v1/dhow/gateway/house/${path}`,
      headers: {
        'content-type': 'application/json',
        'x-provider': 'dhow-studio',
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
      payload: text,
    })
    return { status: response.statusCode, ...(response.json() as Omit<HouseAnswer, 'status'>) }
  }
  const launched = await player.post('/games/dhow/launch', {})
  if (launched.status !== 200) throw new Error(JSON.stringify(launched.json))
  const { session } = await call('authenticate', { token: new URL(launched.json.url).searchParams.get('token') })
  const currency = player.market === 'IN' ? 'INR' : 'NAD'

  const bet = (amount: number, txId = `bet-${++ids}`, roundId = txId) =>
    call('bet', { session, txId, roundId, game: 'dhow', currency, amount })
  const win = (refTxId: string, amount: number, roundId = refTxId) =>
    call('win', { session, txId: `win-${++ids}`, refTxId, roundId, game: 'dhow', currency, amount })
  return {
    bet,
    win,
    rollback: (refTxId: string, roundId = refTxId) =>
      call('rollback', { session, txId: `back-${++ids}`, refTxId, roundId }),
    betwin: (betAmount: number, winAmount: number) => {
      const txId = `both-${++ids}`
      return call('betwin', { session, txId, roundId: txId, game: 'dhow', betAmount, winAmount, currency })
    },
    /** Stakes and settles at once: a round of its own. */
    async play(stake: number, payout = 0): Promise<HouseAnswer> {
      const txId = `played-${++ids}`
      const taken = await bet(stake, txId)
      return taken.code === 'ok' ? win(txId, payout) : taken
    },
  }
}
