import { seatOf } from './game-seat.ts'
import type { World } from './world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>

let ids = 0

/** Free rounds granted by an operator and played by a player; amounts of calls are minor units. */
export function openFreeRoundDesk(world: World, manager: Operator) {
  const terms = (player: string, change: object = {}) => ({
    ...{
      player,
      game: 'game_dice',
      rounds: 3,
      stake: '2.00',
      max_win: '50.00',
      valid_days: 7,
      reason: 'Bad connection',
    },
    ...change,
  })
  return {
    terms,
    give: (player: string, change: object = {}) => manager.post('/staff/free-rounds', terms(player, change)),
    /** A player with free rounds of Pearl Dice, and their session in it. */
    async guest(change: object = {}, balance: string | null = '10.00') {
      const player = await world.player(balance === null ? {} : { balance })
      const given = await manager.post('/staff/free-rounds', terms(player.id, change))
      if (given.status !== 200 || given.json.waits) throw new Error(JSON.stringify(given.json))
      const grant: string = given.json.grant.id
      const seat = await seatAt(world, player)
      return { player, grant, seat, ...freeCalls(seat, grant) }
    },
    /** The grant for operators. */
    read: async (player: string) => (await manager.get(`/staff/free-rounds?player=${player}`)).json.grants[0],
  }
}

/** A player's session in one of the studio's single-player games. */
export const seatAt = (world: World, player: Player, game = 'dice') =>
  seatOf(world, player, { provider: 'dhow-studio', secret: world.environment.STUDIO_WALLET_KEY, game })

/** Calls of free rounds under one grant, like the studio's. */
export function freeCalls(seat: Awaited<ReturnType<typeof seatAt>>, grant: string) {
  return {
    bet: (change: object = {}) => {
      const txId = `free-${++ids}`
      return seat
        .ask('bet', { txId, roundId: txId, amount: 200, grant, ...change })
        .then((answer) => ({ txId, ...answer }))
    },
    both: (winAmount: number, change: object = {}) => {
      const txId = `free-both-${++ids}`
      return seat.ask('betwin', { txId, roundId: txId, betAmount: 200, winAmount, grant, ...change })
    },
  }
}
