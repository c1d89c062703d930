import { expect, it } from 'vitest'
import { bigRoad, hotAndCold } from './roads.ts'

it('a run of one side is a column, and ties count at the win before them', () => {
  const results = ['player', 'tie', 'tie', 'banker', 'banker', 'tie'] // newest first
  expect(bigRoad(results)).toEqual([
    [
      { side: 'banker', ties: 0 },
      { side: 'banker', ties: 2 },
    ],
    [{ side: 'player', ties: 0 }],
  ])
})

it('hot numbers came most often, cold ones least', () => {
  const { hot, cold } = hotAndCold(['7', '7', '0', '36', '7', '0'])
  expect(hot).toEqual([
    [7, 3],
    [0, 2],
    [36, 1],
  ])
  expect(cold).toEqual([1, 2, 3, 4, 5].map((pocket) => [pocket, 0]))
})
