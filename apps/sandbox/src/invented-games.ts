/** Invented games with generated names, for the sandbox's providers. */

const first =
  'Amber Ancient Autumn Azure Blue Bold Brave Bright Bronze Calm Candle Cedar Clear Cloud Copper Coral Crystal Dawn Deep Desert Distant Dusk Early Ember Evening Far Fern Flint Floating Forest Frost Gentle Glass Golden Grand Green Harbour Hidden High Honey Iron Ivory Jade Kind Lantern Lively Lone Lost Lucky Lunar Marble Merry Midnight Misty Morning Mountain Noble Northern Ocean Old Olive Opal Orchid Painted Pale Paper Pearl Plum Quiet'.split(
    ' ',
  )
const second =
  'Acacia Anchor Arch Bay Bell Bird Boat Bridge Caravan Castle Cat Clock Comet Compass Cove Crane Crown Dune Eagle Falcon Feather Field Fig Fire Fountain Fox Garden Gate Goat Grove Gull Harp Heron Hill Horn Island Kite Lagoon Lamp Lemon Lighthouse Lily Lion Mango Market Mill Moon Oasis Orchard Owl Palm Path Peacock Pebble Pine Port Rain Reef River Road Sail Shell Shore Sparrow Spring Star Stone Swan Tide Tower Tree Valley'.split(
    ' ',
  )

export interface InventedGame {
  code: string
  name: string
  categories: string[]
  rtp: string
  min_stake: string
  max_stake: string
  demo: boolean
}

const kinds = [['slots'], ['slots'], ['slots', 'top'], ['table'], ['card'], ['turbo'], ['other']]

/** The first `count` games of a provider, always the same. `shift` makes names differ between providers. */
export function inventedGames(count: number, shift: number, categories?: string[]): InventedGame[] {
  return Array.from({ length: count }, (_, index) => {
    const one = itemOf(first, index + shift)
    const other = itemOf(second, Math.floor(index / first.length) + index * 7 + shift)
    // Only about every hundredth is a top game, to keep that list short.
    const kind = categories ?? itemOf(kinds, index % 97 === 2 ? 2 : index % kinds.length === 2 ? 0 : index)
    return {
      code: `${one}-${other}-${index + 1}`.toLowerCase(),
      name: `${one} ${other}`,
      categories: kind,
      rtp: '95.00',
      min_stake: '1.00',
      max_stake: '100.00',
      demo: true,
    }
  })
}

/** The item at an index that wraps around. The lists above are not empty. */
const itemOf = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item
