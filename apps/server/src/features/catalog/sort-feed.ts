import { fieldsOf, isOneOf } from '@dhow/contract/records'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import * as z from 'zod/mini'
import { gameCategories } from '@dhow/contract/games'
import { market } from '@dhow/contract/shapes'
import { parseAmount } from '@dhow/contract/money'
import { isStorable } from '../../platform/storable-text.ts'
import type { Sliced } from '../../platform/sliced.ts'
import { drawnTile } from './draw-tile.ts'
import type { ProviderRow } from './tables.ts'

export const refusedShown = 100

const gamesPerSlice = 500

const placesOfProvider = 100_000

export const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.refine(isStorable))

export const listed = z.object({
  code: z.string().check(z.regex(/^[\w:.-]{1,60}$/)),
  name: text,
  categories: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  rtp: z.optional(z.string().check(z.regex(/^\d{1,3}\.\d{1,2}$/))),
  min_stake: z.optional(z.string()),
  max_stake: z.optional(z.string()),
  demo: z.optional(z.boolean()),
  markets: z.optional(z.array(market)),
})

export const page = z.object({
  games: z.array(z.unknown()),
  next: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

export interface Listed {
  id: string
  slug: string
  code: string
  name: string
  categories: string[]
  tile: string
  rtp: string | null
  min: string | null
  max: string | null
  demo: boolean
  markets: string[]
  position: number
}

/** An omitted entry of a feed, with the reason. */
export interface RefusedGame {
  code: string
  reason: OperatorText
}

/** Converts a feed's games to the catalogue's terms; invalid ones are omitted and reported with a reason. */
export function* sorted(
  provider: Pick<ProviderRow, 'code' | 'adds' | 'position'>,
  sent: unknown[],
): Sliced<{ games: Listed[]; refused: RefusedGame[] }> {
  const games: Listed[] = []
  const refused: RefusedGame[] = []
  const slugs = new Set<string>()
  const codes = new Set<string>()
  for (const [index, one] of sent.entries()) {
    if (index % gamesPerSlice === gamesPerSlice - 1) yield
    const read = listed.safeParse(one)
    const sentCode = fieldsOf(one)['code']
    const named = isStorable(sentCode) ? sentCode.slice(0, 60) : `#${index + 1}`
    if (!read.success) {
      const field = read.error.issues[0]?.path.join('.') || 'row'
      refused.push({ code: named, reason: operatorText('game_field_wrong', { field }) })
      continue
    }
    const game = read.data
    const slug = `${provider.code}-${game.code
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}`
    if (codes.has(game.code) || slugs.has(slug)) {
      refused.push({ code: named, reason: operatorText('game_twice', {}) })
      continue
    }
    if (slug.length > 60) {
      refused.push({ code: named, reason: operatorText('game_code_long', {}) })
      continue
    }
    const [min, max] = [minorOf(game.min_stake), minorOf(game.max_stake)]
    if (min === false || max === false) {
      refused.push({ code: named, reason: operatorText('game_stakes_wrong', {}) })
      continue
    }
    codes.add(game.code)
    slugs.add(slug)
    const known = (game.categories ?? []).filter((name) => isOneOf(gameCategories, name))
    games.push({
      id: `game_${slug}`,
      slug,
      code: game.code,
      name: game.name,
      categories: [...new Set([...known, ...provider.adds])],
      tile: drawnTile(slug),
      rtp: game.rtp ?? null,
      min,
      max,
      demo: game.demo ?? false,
      markets: game.markets ?? ['NA', 'IN'],
      position: provider.position * placesOfProvider + index,
    })
  }
  return { games, refused }
}

function minorOf(amount: string | undefined): string | null | false {
  if (amount === undefined) return null
  return parseAmount(amount)?.toString() ?? false
}
