import { formatDecimal } from '@dhow/contract/money'
import { stakeRanges } from './crash/stakes.ts'

/** The list that a portal imports: the studio's games with what its catalogue needs to know. */
export const gameList = (provider: string, origin: string) => ({
  provider: { code: provider, name: 'Dhow Studio' },
  games: [
    {
      slug: 'dhow',
      name: 'Dhow',
      categories: ['crash', 'turbo', 'top'],
      tile: `${origin}/tiles/dhow.svg`,
      rtp: '99.00',
      volatility: 'high',
      demo: true,
      stakes: Object.fromEntries(
        Object.entries(stakeRanges).map(([currency, { min, max }]) => [
          currency,
          { min: formatDecimal(BigInt(min)), max: formatDecimal(BigInt(max)) },
        ]),
      ),
      launch: `${origin}/play/dhow`,
      proof: `${origin}/proof/crash/{roundId}`,
    },
  ],
})
