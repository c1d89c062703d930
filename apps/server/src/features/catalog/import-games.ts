import { sql } from 'kysely'
import * as z from 'zod/mini'
import { gameCategories } from '@dhow/contract/providers'
import { market } from '@dhow/contract/shapes'
import { parseAmount } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import { boundedText } from '../../platform/ask-service.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { isStorable } from '../../platform/storable-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { runSliced, type Sliced } from '../../platform/sliced.ts'
import { drawnTile } from './draw-tile.ts'
import type { Providers } from './providers.ts'
import type { ImportRow, ProviderRow } from './tables.ts'

const firstMs = 1_500
const eachMs = 10_000
const againAfterFailureMs = 10_000
const againMs = 6 * 3_600_000
const pagesAtMost = 100
const pageBytesAtMost = 4_000_000
const gamesAtMost = 50_000
const refusedShown = 100
const gamesPerSlice = 500
const placesOfProvider = 100_000

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.refine(isStorable))
const listed = z.object({
  code: z.string().check(z.regex(/^[\w:.-]{1,60}$/)),
  name: text,
  categories: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  rtp: z.optional(z.string().check(z.regex(/^\d{1,3}\.\d{1,2}$/))),
  min_stake: z.optional(z.string()),
  max_stake: z.optional(z.string()),
  demo: z.optional(z.boolean()),
  markets: z.optional(z.array(market)),
})
const page = z.object({ games: z.array(z.unknown()), next: z.optional(z.nullable(z.string().check(z.maxLength(200)))) })

/** How a feed is asked: the headers that sign a GET of its address. */
export type SignFeed = (provider: ProviderRow, path: string) => Record<string, string>

interface Listed {
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

/**
 * Brings the providers' games into the catalogue. An import may run any number of times: it adds what is new, changes what differs, takes
 * out of sight what the list no longer has, and leaves alone what the operator has set.
 */
export function openImports({ db, clock, log, jobs, id, config }: Platform, providers: Providers, sign: SignFeed) {
  const running = new Map<string, Promise<ImportRow>>()

  async function readFeed(provider: ProviderRow) {
    const games: unknown[] = []
    let cursor: string | null | undefined
    for (let count = 0; count < pagesAtMost; count++) {
      const url = new URL(provider.feed_url!)
      if (cursor) url.searchParams.set('cursor', cursor)
      const answer = await fetch(url, {
        headers: sign(provider, url.pathname + url.search),
        redirect: 'error',
        signal: AbortSignal.timeout(config.serviceTimeoutMs),
      })
      if (!answer.ok) throw new Error(`The feed answered with status ${answer.status}.`)
      const body = await boundedText(answer, pageBytesAtMost)
      if (body === undefined) throw new Error('A page of the feed is too large.')
      const read = page.safeParse(jsonOf(body))
      if (!read.success) throw new Error('The feed is not in the form that is agreed.')
      if (games.length + read.data.games.length > gamesAtMost)
        throw new Error(`The feed lists more than ${gamesAtMost} games.`)
      games.push(...read.data.games)
      cursor = read.data.next
      if (!cursor) return games
    }
    throw new Error('The feed has no end.')
  }

  async function run(provider: ProviderRow, operatorId: string | null): Promise<ImportRow> {
    const started_at = clock.now()
    const report = {
      id: id('imp'),
      provider_code: provider.code,
      started_at,
      operator_id: operatorId,
      listed: 0,
      added: 0,
      changed: 0,
      withdrawn: 0,
      refused: [] as { code: string; reason: string }[],
      reason: null as string | null,
    }
    let outcome: 'done' | 'failed' = 'done'
    try {
      const sent = await readFeed(provider)
      const { games, refused } = await runSliced(sorted(provider, sent))
      report.listed = sent.length
      report.refused = refused
      if (games.length === 0) throw new Error('The feed lists no game that can be taken.')
      Object.assign(report, await db.transaction((tx) => write(tx, provider.code, games, started_at)))
    } catch (error) {
      outcome = 'failed'
      report.reason = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, provider: provider.code }, 'games were not imported')
    }
    const row = {
      ...report,
      outcome,
      ended_at: clock.now(),
      refused_count: report.refused.length,
      refused: report.refused.slice(0, refusedShown),
    }
    const next = outcome === 'done' ? againMs : againAfterFailureMs
    await db.transaction(async (tx) => {
      await tx
        .insertInto('catalog.import')
        .values({ ...row, refused: JSON.stringify(row.refused) })
        .execute()
      await tx
        .updateTable('catalog.game_provider')
        .set({ feed_next_at: new Date(clock.now().getTime() + next) })
        .where('code', '=', provider.code)
        .execute()
    })
    return row
  }

  function start(provider: ProviderRow, operatorId: string | null) {
    const going = run(provider, operatorId).finally(() => running.delete(provider.code))
    running.set(provider.code, going)
    return going
  }

  /** Those whose time has come; of several servers one takes each. */
  async function runDue() {
    for (const { code } of providers.all().filter((row) => row.enabled && row.feed_url !== null)) {
      const now = clock.now()
      const taken = await db.transaction((tx) =>
        tx
          .updateTable('catalog.game_provider')
          .set({ feed_next_at: new Date(now.getTime() + eachMs) })
          .where('code', '=', code)
          .where('feed_next_at', '<=', now)
          .returningAll()
          .executeTakeFirst(),
      )
      if (taken && !running.has(code)) await start(taken, null)
    }
  }
  let first: Promise<unknown> = Promise.resolve()
  // Soon after the start, when the providers of a sandbox are up too; then as their time comes.
  const cancelFirst = clock.after(firstMs, () => {
    first = runDue().catch((error: unknown) => log.error({ err: error }, 'the first import of games failed'))
  })
  const stop = every({ clock, log, jobs }, 'game-feeds', eachMs, runDue)

  return {
    runDue,
    /** @throws Refusal `not_found`, `provider_fixed`, `feed_running` */
    async now(code: string, operatorId: string): Promise<ImportRow> {
      const provider = providers.get(code)
      if (!provider) throw new Refusal('not_found')
      if (provider.feed_url === null) throw new Refusal('provider_fixed')
      if (running.has(code)) throw new Refusal('feed_running')
      return start(provider, operatorId)
    },
    async close() {
      cancelFirst()
      await stop()
      await first
      await Promise.all(running.values())
    },
  }
}

/** Games of a feed in the catalogue's terms; invalid ones are left out and reported with a reason. */
export function* sorted(
  provider: Pick<ProviderRow, 'code' | 'adds' | 'position'>,
  sent: unknown[],
): Sliced<{ games: Listed[]; refused: { code: string; reason: string }[] }> {
  const games: Listed[] = []
  const refused: { code: string; reason: string }[] = []
  const slugs = new Set<string>()
  const codes = new Set<string>()
  for (const [place, one] of sent.entries()) {
    if (place % gamesPerSlice === gamesPerSlice - 1) yield
    const read = listed.safeParse(one)
    const sentCode = (one as { code?: unknown } | null)?.code
    const named = isStorable(sentCode) ? sentCode.slice(0, 60) : `#${place + 1}`
    if (!read.success) {
      refused.push({ code: named, reason: `${read.error.issues[0]?.path.join('.') || 'row'} is missing or wrong` })
      continue
    }
    const game = read.data
    const slug = `${provider.code}-${game.code
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}`
    if (codes.has(game.code) || slugs.has(slug)) {
      refused.push({ code: named, reason: 'the list has this game twice' })
      continue
    }
    if (slug.length > 60) {
      refused.push({ code: named, reason: 'its code is too long' })
      continue
    }
    const [min, max] = [minorOf(game.min_stake), minorOf(game.max_stake)]
    if (min === false || max === false) {
      refused.push({ code: named, reason: 'its stakes are no amounts' })
      continue
    }
    codes.add(game.code)
    slugs.add(slug)
    const known = (game.categories ?? []).filter((name) => (gameCategories as readonly string[]).includes(name))
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
      position: provider.position * placesOfProvider + place,
    })
  }
  return { games, refused }
}

function minorOf(amount: string | undefined): string | null | false {
  if (amount === undefined) return null
  return parseAmount(amount)?.toString() ?? false
}

/** The whole list in one statement; a game that is as it was is not touched. */
async function write(tx: Tx, provider: string, games: Listed[], now: Date) {
  const { rows } = await sql<{ added: bigint; changed: bigint }>`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as listed (
        id text, slug text, code text, name text, categories text[], tile text, rtp text, min bigint, max bigint, demo boolean,
        markets text[], position integer)
    ), written as (
      insert into catalog.game as own (id, slug, provider_code, code, name, categories, tile, rtp, min_stake_minor, max_stake_minor, demo, markets, position)
      select id, slug, ${provider}, code, name, categories, tile, rtp, min, max, demo, markets, position from listed
      on conflict (provider_code, code) do update set
        name = case when 'name' = any (own.edited) then own.name else excluded.name end,
        categories = case when 'categories' = any (own.edited) then own.categories else excluded.categories end,
        markets = case when 'markets' = any (own.edited) then own.markets else excluded.markets end,
        position = case when 'position' = any (own.edited) then own.position else excluded.position end,
        rtp = excluded.rtp, min_stake_minor = excluded.min_stake_minor, max_stake_minor = excluded.max_stake_minor,
        demo = excluded.demo, withdrawn_at = null
      where own.withdrawn_at is not null
        or (own.rtp, own.min_stake_minor, own.max_stake_minor, own.demo)
          is distinct from (excluded.rtp, excluded.min_stake_minor, excluded.max_stake_minor, excluded.demo)
        or (own.name <> excluded.name and not 'name' = any (own.edited))
        or (own.categories <> excluded.categories and not 'categories' = any (own.edited))
        or (own.markets <> excluded.markets and not 'markets' = any (own.edited))
        or (own.position <> excluded.position and not 'position' = any (own.edited))
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`.execute(
    tx,
  )
  const gone = await tx
    .updateTable('catalog.game')
    .set({ withdrawn_at: now })
    .where('provider_code', '=', provider)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`code <> all (${games.map((game) => game.code)}::text[])`)
    .returning('id')
    .execute()
  return { added: Number(rows[0]!.added), changed: Number(rows[0]!.changed), withdrawn: gone.length }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
