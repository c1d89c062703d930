import type { TableResult } from '@dhow/contract/tables-now'
import { colourOf } from './games/roulette.ts'

const marks: Record<string, TableResult> = {
  dragon: { text: 'D', tone: 'a' },
  tiger: { text: 'T', tone: 'b' },
  andar: { text: 'A', tone: 'a' },
  bahar: { text: 'B', tone: 'b' },
  player: { text: 'P', tone: 'a' },
  banker: { text: 'B', tone: 'b' },
  a: { text: 'A', tone: 'a' },
  b: { text: 'B', tone: 'b' },
  tie: { text: '=', tone: 'c' },
}
const colours = { red: 'b', black: 'c', green: 'a' } as const

/** Short form of a table's result for the lobby: a letter or a number. */
export const markOf = (game: string, result: string): TableResult =>
  game === 'roulette'
    ? { text: result, tone: colours[colourOf(Number(result))] }
    : (marks[result] ?? { text: result.slice(0, 8), tone: 'c' })
