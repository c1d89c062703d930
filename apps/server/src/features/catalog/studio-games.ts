import type { Market } from '@dhow/contract/shapes'

/** The studio's own provider code; its games come with the product. */
export const studioCode = 'dhow-studio'

interface StudioGame {
  slug: string
  name: string
  categories: string[]
  /** Return to the player in per cent; the studio's tests compute it. */
  rtp: string
}

/** The studio's games in the order of the lobby, a row each. What the operator changes afterwards stays as it is. */
export const studioGames: StudioGame[] = [
  { slug: 'dhow', name: 'Dhow', categories: ['crash', 'top', 'turbo'], rtp: '99.00' },
  { slug: 'mines', name: 'Pearl Diver', categories: ['top', 'turbo'], rtp: '99.00' },
  { slug: 'plinko', name: 'Bead Fall', categories: ['top', 'turbo'], rtp: '98.96' },
  { slug: 'dice', name: 'Pearl Dice', categories: ['turbo'], rtp: '99.00' },
  { slug: 'hilo', name: 'Tide Cards', categories: ['card', 'turbo'], rtp: '99.00' },
  { slug: 'blackjack', name: 'Harbour Twenty-One', categories: ['card'], rtp: '98.93' },
  { slug: 'wheel', name: 'Compass', categories: ['turbo'], rtp: '99.00' },
  { slug: 'limbo', name: 'Flare', categories: ['crash', 'turbo'], rtp: '99.00' },
  { slug: 'dragontiger', name: 'Coral Dragon Tiger', categories: ['live', 'card', 'top'], rtp: '96.14' },
  { slug: 'andarbahar', name: 'Lantern Andar Bahar', categories: ['live', 'card', 'top'], rtp: '96.23' },
  { slug: 'baccarat', name: 'Monsoon Baccarat', categories: ['live', 'card'], rtp: '95.16' },
  { slug: 'teenpatti', name: 'Moonlit Teen Patti 20-20', categories: ['live', 'card', 'top'], rtp: '97.68' },
  { slug: 'roulette', name: 'Captain’s Roulette', categories: ['live', 'roulette', 'top'], rtp: '97.30' },
  { slug: 'keno', name: 'Forty Lanterns', categories: ['turbo'], rtp: '98.92' },
]

const everyMarket: readonly Market[] = ['NA', 'IN']

export const gameOfStudio = ({ slug, name, categories, rtp }: StudioGame, index: number) => ({
  id: `game_${slug}`,
  slug,
  code: slug,
  provider_code: studioCode,
  name,
  categories,
  tile: `/tiles/${slug}.svg`,
  rtp,
  min_stake_minor: 100n,
  max_stake_minor: 1_000_000n,
  demo: true,
  markets: [...everyMarket],
  enabled: true,
  position: index + 1,
  withdrawn_at: null,
})
