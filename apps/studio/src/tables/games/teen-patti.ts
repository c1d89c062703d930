import { teenPatti as draw, type TeenPatti, type TeenPattiKind } from '@dhow/fairness/teen-patti'
import { spacedTimesMs, type TableGame } from '../rules.ts'

/** Return of a kind of hand for a stake on "pair or better", in hundredths. */
export const pairOrBetter: Record<TeenPattiKind, number> = {
  high: 0,
  pair: 200,
  colour: 500,
  run: 700,
  trail: 3100,
  pure_run: 4100,
}

/** Teen Patti: two hands of three cards; the higher wins, equal ones return the stakes. */
export const teenPatti: TableGame<TeenPatti> = {
  slug: 'teenpatti',
  name: 'Moonlit Teen Patti 20-20',
  categories: ['live', 'card', 'top'],
  volatility: 'low',
  rtp: '97.68',
  fieldReturns: { a: '98.00', b: '98.00' },
  fields: ['a', 'b', 'a_pair', 'b_pair'],
  draw,
  returns(field, { a, b, winner }) {
    if (field === 'a_pair') return pairOrBetter[a.kind]
    if (field === 'b_pair') return pairOrBetter[b.kind]
    return winner === 'tie' ? 100 : field === winner ? 196 : 0
  },
  reveals: () => spacedTimesMs(900, 1050, 6),
  result: ({ winner }) => winner,
}
