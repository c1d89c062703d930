import { createHmac } from 'node:crypto'
import { ask, type World } from './world.ts'

type Player = Awaited<ReturnType<World['player']>>

export interface SeatAnswer {
  status: number
  code: string
  balance?: number
  session?: string
}

/** A grant in the wallet's answer. */
export interface FreeRounds {
  grant: string
  left: number
  stake: number
  maxWin: number
}

let ids = 0

/**
 * A player in a game, with calls signed like its provider's: the studio's by default, or another provider's with its
 * secret. Amounts are minor units.
 */
export async function seatOf(
  world: World,
  player: Player,
  { provider, secret, game } = { provider: 'dhow-studio', secret: world.environment.STUDIO_WALLET_KEY, game: 'dhow' },
) {
  const call = async (path: string, body: object): Promise<SeatAnswer> => {
    const text = JSON.stringify(body)
    const timestamp = String(world.platform.clock.now().getTime())
    const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
    const response = await ask(world.app.portal, {
      method: 'POST',
      url: `/api/v1/dhow/gateway/dhow/${path}`,
      headers: {
        'content-type': 'application/json',
        'x-provider': provider,
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
      payload: text,
    })
    return { status: response.statusCode, ...(response.json() as Omit<SeatAnswer, 'status'>) }
  }
  const launched = await player.post(`/games/${game}/launch`, {})
  if (launched.status !== 200) throw new Error(JSON.stringify(launched.json))
  const { session } = await call('authenticate', { token: new URL(launched.json.url).searchParams.get('token') })
  const currency = player.market === 'IN' ? 'INR' : 'NAD'

  const bet = (amount: number, txId = `bet-${++ids}`, roundId = txId) =>
    call('bet', { session, txId, roundId, game, currency, amount })
  const win = (refTxId: string, amount: number, roundId = refTxId, txId = `win-${++ids}`) =>
    call('win', { session, txId, refTxId, roundId, game, currency, amount })
  return {
    bet,
    win,
    /** Any other call of this session. */
    ask: (path: string, body: object = {}): Promise<SeatAnswer & { freeRounds?: FreeRounds }> =>
      call(path, path === 'balance' ? { session } : { session, game, currency, ...body }),
    rollback: (refTxId: string, roundId = refTxId) =>
      call('rollback', { session, txId: `back-${++ids}`, refTxId, roundId }),
    betwin: (betAmount: number, winAmount: number) => {
      const txId = `both-${++ids}`
      return call('betwin', { session, txId, roundId: txId, game, betAmount, winAmount, currency })
    },
    /** Stakes and settles in a round of its own. */
    async play(stake: number, payout = 0): Promise<SeatAnswer> {
      const txId = `played-${++ids}`
      const taken = await bet(stake, txId)
      return taken.code === 'ok' ? win(txId, payout) : taken
    },
  }
}
