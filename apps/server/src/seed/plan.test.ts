import { describe, expect, it } from 'vitest'
import { planPlayers, planVisits } from './plan.ts'

const size = { seed: '7', players: 200, days: 364 }
const players = planPlayers(size)
const start = Date.parse('2026-01-01T00:00:00Z')
const days = Array.from({ length: size.days }, (_, index) => {
  const date = new Date(start + index * 86_400_000)
  return { date, visits: planVisits(size, players, index, date) }
})
const visitsWhere = (isWanted: (date: Date, index: number) => boolean) =>
  days.filter(({ date }, index) => isWanted(date, index)).reduce((sum, { visits }) => sum + visits.length, 0)

describe('the plan of a demo year', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(planPlayers(size)).toEqual(players)
    expect(planVisits(size, players, 300, days[300]!.date)).toEqual(days[300]!.visits)
    expect(planPlayers({ ...size, seed: '8' })).not.toEqual(players)
  })

  it('grows over the year', () => {
    expect(visitsWhere((_, index) => index >= 273)).toBeGreaterThan(3 * visitsWhere((_, index) => index < 91))
  })

  it('has most visits on Fridays and Saturdays', () => {
    const onWeekday = (weekday: number) => visitsWhere((date) => date.getUTCDay() === weekday)
    for (const quiet of [1, 2, 3]) for (const busy of [5, 6]) expect(onWeekday(busy)).toBeGreaterThan(onWeekday(quiet))
  })

  it('has most visits in the evening, in the players’ time zone', () => {
    const all = days.flatMap(({ visits }) => visits)
    const inNamibia = all.filter(({ player }) => players[player]!.market === 'NA')
    const evening = inNamibia.filter(({ minute }) => minute >= 15 * 60 && minute < 21 * 60)
    expect(evening.length).toBeGreaterThan(inNamibia.length / 2)
  })

  it('has more visits on pay days', () => {
    const payDays = days.filter(({ date, visits }) => visits.some((visit) => visit.isPayDay) && date.getUTCMonth() > 5)
    const others = days.filter(({ date, visits }) => !visits.some((visit) => visit.isPayDay) && date.getUTCMonth() > 5)
    const mean = (list: typeof days) => list.reduce((sum, { visits }) => sum + visits.length, 0) / list.length
    expect(mean(payDays)).toBeGreaterThan(mean(others))
  })
})
