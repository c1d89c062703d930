import type { Game } from '@dhow/contract/catalog'
import type { Market } from '@dhow/contract/shapes'

/** The studio's provider code; its games are part of the product. */
export const studioCode = 'dhow-studio'

interface StudioGame {
  slug: string
  name: string
  /** Names in other languages, as shown by the game itself. */
  names: NonNullable<Game['names']>
  categories: string[]
  /** Return to player in per cent, as computed by the studio's tests. */
  rtp: string
  /** A single-player game whose bets can use free rounds. */
  hasFreeRounds?: true
}

/** The studio's games in lobby order. The operator's later changes are kept. */
export const studioGames: StudioGame[] = [
  { slug: 'dhow', name: 'Dhow', names: { hi: 'धाउ' }, categories: ['crash', 'top', 'turbo'], rtp: '99.00' },
  {
    slug: 'mines',
    name: 'Pearl Diver',
    names: { hi: 'मोती गोताखोर', af: 'Pêrelduiker' },
    categories: ['top', 'turbo'],
    rtp: '99.00',
    hasFreeRounds: true,
  },
  {
    slug: 'plinko',
    name: 'Bead Fall',
    names: { hi: 'मनका', af: 'Kraleval' },
    categories: ['top', 'turbo'],
    rtp: '98.96',
    hasFreeRounds: true,
  },
  {
    slug: 'dice',
    name: 'Pearl Dice',
    names: { hi: 'मोती पासा', af: 'Pêreldobbel' },
    categories: ['turbo'],
    rtp: '99.00',
    hasFreeRounds: true,
  },
  {
    slug: 'hilo',
    name: 'Tide Cards',
    names: { hi: 'ज्वार के पत्ते', af: 'Getykaarte' },
    categories: ['card', 'turbo'],
    rtp: '99.00',
    hasFreeRounds: true,
  },
  {
    slug: 'blackjack',
    name: 'Harbour Twenty-One',
    names: { hi: 'बंदरगाह इक्कीस', af: 'Hawe Een-en-twintig' },
    categories: ['card'],
    rtp: '98.93',
    hasFreeRounds: true,
  },
  {
    slug: 'wheel',
    name: 'Compass',
    names: { hi: 'कम्पास', af: 'Kompas' },
    categories: ['turbo'],
    rtp: '99.00',
    hasFreeRounds: true,
  },
  {
    slug: 'limbo',
    name: 'Flare',
    names: { hi: 'फ्लेयर', af: 'Fakkel' },
    categories: ['crash', 'turbo'],
    rtp: '99.00',
    hasFreeRounds: true,
  },
  {
    slug: 'dragontiger',
    name: 'Coral Dragon Tiger',
    names: { hi: 'कोरल ड्रैगन टाइगर', af: 'Koraal Draak-Tier' },
    categories: ['live', 'card', 'top'],
    rtp: '96.14',
  },
  {
    slug: 'andarbahar',
    name: 'Lantern Andar Bahar',
    names: { hi: 'लालटेन अंदर बाहर' },
    categories: ['live', 'card', 'top'],
    rtp: '96.23',
  },
  {
    slug: 'baccarat',
    name: 'Monsoon Baccarat',
    names: { hi: 'मानसून बैकरेट', af: 'Moeson-baccarat' },
    categories: ['live', 'card'],
    rtp: '95.16',
  },
  {
    slug: 'teenpatti',
    name: 'Moonlit Teen Patti 20-20',
    names: { hi: 'चाँदनी तीन पत्ती 20-20', af: 'Maanlig Teen Patti 20-20' },
    categories: ['live', 'card', 'top'],
    rtp: '97.68',
  },
  {
    slug: 'roulette',
    name: 'Captain’s Roulette',
    names: { hi: 'कप्तान का रूलेट', af: 'Kaptein se roelet' },
    categories: ['live', 'roulette', 'top'],
    rtp: '97.30',
  },
  {
    slug: 'keno',
    name: 'Forty Lanterns',
    names: { hi: 'चालीस लालटेन', af: 'Veertig Lanterns' },
    categories: ['turbo'],
    rtp: '98.92',
    hasFreeRounds: true,
  },
]

const freeRoundGames: readonly string[] = studioGames.filter((game) => game.hasFreeRounds).map(({ slug }) => slug)

/** True if a game supports free rounds: the studio's single-player games. */
export const isFreeRoundGame = ({ provider_code, slug }: { provider_code: string; slug: string }): boolean =>
  provider_code === studioCode && freeRoundGames.includes(slug)

const everyMarket: readonly Market[] = ['NA', 'IN']

export const gameOfStudio = ({ slug, name, names, categories, rtp }: StudioGame, index: number) => ({
  id: `game_${slug}`,
  slug,
  code: slug,
  provider_code: studioCode,
  name,
  names: JSON.stringify(names),
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
