import { formatDecimal } from '@dhow/contract/money'
import { stakeRanges } from './rounds/stakes.ts'
import { instantGames } from './instant/games.ts'
import { tableGames } from './tables/games.ts'

const dhow = { slug: 'dhow', name: 'Dhow', categories: ['crash', 'turbo', 'top'], rtp: '99.00', volatility: 'high' }

/** List of the studio's games for the import into a portal's catalogue. */
export const gameList = (provider: string, origin: string) => ({
  provider: { code: provider, name: 'Dhow Studio' },
  games: [dhow, ...instantGames, ...tableGames].map(({ slug, name, categories, rtp, volatility }) => ({
    slug,
    name,
    categories,
    tile: `${origin}/tiles/${slug}.svg`,
    rtp,
    volatility,
    demo: true,
    stakes: Object.fromEntries(
      Object.entries(stakeRanges).map(([currency, { min, max }]) => [
        currency,
        { min: formatDecimal(BigInt(min)), max: formatDecimal(BigInt(max)) },
      ]),
    ),
    launch: `${origin}/play/${slug}`,
    proof: `${origin}/proof/${slug}/{roundId}`,
  })),
})
