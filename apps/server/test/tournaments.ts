import { expect } from 'vitest'
import { seatOf } from './game-seat.ts'
import type { Answer, World } from './world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>

export const minuteMs = 60_000

/** Status and code of a refusal, to compare. */
export const refusal = ({ status, json }: Answer) => [status, json.code]

/** Creates tournaments as an operator, and lets players play in them; times are minutes from now. */
export function openTournamentDesk(world: World, manager: Operator) {
  let made = 0
  const at = (minutes: number) => new Date(world.platform.clock.now().getTime() + minutes * minuteMs).toISOString()
  const terms = ({
    starts = 1,
    ends = 30,
    ...change
  }: Record<string, unknown> & { starts?: number; ends?: number } = {}) => ({
    ...{ market: 'NA', name: `Calm seas ${++made}`, names: { af: 'Kalm see' }, games: null },
    ...{ starts_at: at(starts), ends_at: at(ends), points_by: 'multiplier', best_rounds: 1, unit: null, day_cap: null },
    ...{ least_stake: '1.00', prizes: ['30.00', '20.00', '10.00'], budget: '60.00', payout: 'by_itself' },
    ...change,
  })
  const draft = async (change: Parameters<typeof terms>[0] = {}): Promise<string> => {
    const answer = await manager.post('/staff/tournaments', terms(change))
    expect([answer.status, answer.json.msg]).toEqual([200, undefined])
    return answer.json.tournament.id
  }
  return {
    at,
    terms,
    draft,
    /** A live one, which begins in a minute. */
    async live(change: Parameters<typeof terms>[0] = {}): Promise<string> {
      const id = await draft(change)
      const { status, json } = await manager.post(`/staff/tournaments/${id}/start`)
      expect([status, json.waits]).toEqual([200, false])
      return id
    },
    /** A participating player with money, and their session in a game. */
    async entrant(id: string, { showsName = false, balance = '500.00' } = {}) {
      const player = await world.player({ balance })
      const joined = await player.post(`/tournaments/${id}/join`, { shows_name: showsName })
      expect(joined.status).toBe(200)
      return { player, seat: await seatOf(world, player) }
    },
    count: () => world.app.features.tournaments.runDue(),
    own: async (player: Player, id: string) => (await player.get(`/tournaments/${id}`)).json.tournament.own,
    /** Ranks and points from the leaderboard. */
    leaders: async (reader: Pick<Player, 'get'>, id: string) =>
      (await reader.get(`/tournaments/${id}`)).json.leaders.map(
        ({ rank, points }: { rank: number; points: number }) => [rank, points],
      ),
    read: async (id: string) =>
      (await manager.get('/staff/tournaments')).json.tournaments.find((one: { id: string }) => one.id === id),
    ranking: async (id: string) => (await manager.get(`/staff/tournaments/${id}/ranking`)).json.ranking,
    pass: (minutes: number) => world.clock.leap(minutes * minuteMs),
  }
}
