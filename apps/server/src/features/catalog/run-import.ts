import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { required } from '../../platform/required.ts'
import type { ImportParts } from './parts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { runSliced } from '../../platform/sliced.ts'
import type { ImportRow, ProviderRow } from './tables.ts'
import { readFeed } from './read-feed.ts'
import { refusedShown, type Listed, type RefusedGame, sorted } from './sort-feed.ts'

const retryMs = 10_000

const importEveryMs = 6 * 3_600_000

/** Writes the whole list in one statement; unchanged games are not touched. */
async function write(tx: Tx, provider: string, games: Listed[], now: Date) {
  const { rows } = await sql<{ added: bigint; changed: bigint }>`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as listed (
        id text, slug text, code text, name text, categories text[], tile text, rtp text, min bigint, max bigint, demo boolean,
        markets text[], position integer)
    ), known as (
      select exists (select from catalog.game where provider_code = ${provider}) as has_games
    ), written as (
      insert into catalog.game as own (id, slug, provider_code, code, name, categories, tile, rtp, min_stake_minor, max_stake_minor, demo, markets, position,
        added_at)
      select id, slug, ${provider}, code, name, categories, tile, rtp, min, max, demo, markets, position,
        case when has_games then ${now}::timestamptz end
      from listed, known
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
  const { added, changed } = required(rows[0], 'count of the import')
  return { added: Number(added), changed: Number(changed), withdrawn: gone.length }
}

async function runImport(parts: ImportParts, provider: ProviderRow, operatorId: string | null): Promise<ImportRow> {
  const {
    platform: { clock, id, db, log },
  } = parts
  const started_at = clock.now()
  const noneRefused: RefusedGame[] = []
  const report = {
    id: id('imp'),
    provider_code: provider.code,
    started_at,
    operator_id: operatorId,
    listed: 0,
    added: 0,
    changed: 0,
    withdrawn: 0,
    refused: noneRefused,
  }
  let fault: OperatorText | undefined
  try {
    const sent = await readFeed(parts, provider)
    if (Array.isArray(sent)) {
      const { games, refused } = await runSliced(sorted(provider, sent))
      report.listed = sent.length
      report.refused = refused
      if (games.length === 0) fault = operatorText('feed_empty', {})
      else Object.assign(report, await db.transaction((tx) => write(tx, provider.code, games, started_at)))
    } else fault = sent
    if (fault) log.warn({ provider: provider.code, fault: fault.code }, 'the import of games failed')
  } catch (error) {
    fault = operatorText('feed_failed', { message: error instanceof Error ? error.message : String(error) })
    log.warn({ err: error, provider: provider.code }, 'the import of games failed')
  }
  const outcome = fault ? ('failed' as const) : ('done' as const)
  const row = {
    ...report,
    outcome,
    reason: null,
    reason_code: fault?.code ?? null,
    reason_params: fault?.params ?? {},
    ended_at: clock.now(),
    refused_count: report.refused.length,
    refused: report.refused.slice(0, refusedShown),
  }
  const next = outcome === 'done' ? importEveryMs : retryMs
  await db.transaction(async (tx) => {
    await tx
      .insertInto('catalog.import')
      .values({ ...row, reason_params: JSON.stringify(row.reason_params), refused: JSON.stringify(row.refused) })
      .execute()
    await tx
      .updateTable('catalog.game_provider')
      .set({ feed_next_at: new Date(clock.now().getTime() + next) })
      .where('code', '=', provider.code)
      .execute()
  })
  return row
}

export function startImport(parts: ImportParts, provider: ProviderRow, operatorId: string | null) {
  const { running } = parts
  const going = runImport(parts, provider, operatorId).finally(() => running.delete(provider.code))
  running.set(provider.code, going)
  return going
}

/** @throws Refusal `not_found`, `provider_fixed`, `feed_running` */
export async function importNow(parts: ImportParts, code: string, operatorId: string): Promise<ImportRow> {
  const { providers, running } = parts
  const provider = providers.get(code)
  if (!provider) throw new Refusal('not_found')
  if (provider.feed_url === null) throw new Refusal('provider_fixed')
  if (running.has(code)) throw new Refusal('feed_running')
  return startImport(parts, provider, operatorId)
}
