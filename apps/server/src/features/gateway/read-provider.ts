import { required } from '../../platform/required.ts'
import { typedText, type OperatorText } from '@dhow/contract/operator-texts'
import type { CatalogImport, StaffProvider } from '@dhow/contract/providers'
import { apiBase } from '@dhow/contract/operation'
import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { ImportRow, ProviderRow } from '../catalog/index.ts'
import { adapters } from './adapters/index.ts'
import type { ProviderParts } from './parts.ts'
import { ceilingsOf } from './provider-proposals.ts'

export const endpointOf = (adapter: string, provider: string): string =>
  `${apiBase}/gateway/${adapter}${adapters[adapter]?.providerHeader === undefined ? `/${provider}` : ''}`

/** Servers of version 0.1.0 write sentences. */
const textIn = (text: OperatorText | string) => (typeof text === 'string' ? typedText(text) : text)

const reasonOf = ({ reason, reason_code: code, reason_params: params }: ImportRow): OperatorText | null =>
  reason !== null ? typedText(reason) : code === null ? null : { code, params }

export const importReply = (row: ImportRow, operator: string | null): CatalogImport => ({
  id: row.id,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at.toISOString(),
  outcome: row.outcome,
  listed: row.listed,
  added: row.added,
  changed: row.changed,
  withdrawn: row.withdrawn,
  refused_count: row.refused_count,
  refused: row.refused.map(({ code, reason }) => ({ code, reason: textIn(reason) })),
  reason: reasonOf(row),
  operator,
})

export function findProvider({ catalog }: ProviderParts, code: string) {
  const row = catalog.provider.get(code)
  if (!row) throw new Refusal('not_found')
  return { row, adapter: required(adapters[row.adapter], `the adapter ${row.adapter}`) }
}

export async function readImports({ platform: { db } }: ProviderParts, code: string, limit: number) {
  return (
    await db.kysely
      .selectFrom('catalog.imports as report')
      .leftJoin('staff.operator_card', 'staff.operator_card.id', 'report.operator_id')
      .selectAll('report')
      .select('staff.operator_card.name as operator')
      .where('report.provider_code', '=', code)
      .orderBy('report.id', 'desc')
      .limit(limit)
      .execute()
  ).map((row) => importReply(row, row.operator))
}

export async function providerReply(parts: ProviderParts, row: ProviderRow): Promise<StaffProvider> {
  const {
    platform: { db, config },
    keys,
    heldWins,
  } = parts
  const { games } = await db.kysely
    .selectFrom('catalog.games')
    .select((eb) => eb.fn.countAll<bigint>().as('games'))
    .where('provider_code', '=', row.code)
    .executeTakeFirstOrThrow()
  const [lastImport] = await readImports(parts, row.code, 1)
  const listed = await keys.list(row.code)
  const adapter = adapters[row.adapter]
  return {
    code: row.code,
    name: row.name,
    protocol: row.adapter,
    state: row.enabled ? (row.down_since === null ? 'open' : 'down') : 'paused',
    down_since: row.down_since?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    games: Number(games),
    launch_url: row.launch_url,
    feed_url: row.feed_url,
    endpoint: config.origins.portal + endpointOf(row.adapter, row.code),
    keys: listed
      .filter((key) => key.kind !== 'own')
      .map((key) => ({
        id: key.id,
        print: key.print,
        added_at: key.added_at.toISOString(),
        ends_at: key.ends_at?.toISOString() ?? null,
      })),
    own_public_key: adapter?.keys === 'public' ? (keys.ownPublic(row.code) ?? null) : null,
    last_import: lastImport ?? null,
    ceilings: ceilingsOf(parts, row.code, await statedReturn(parts, row.code)),
    held_wins: (await heldWins.waiting()).get(row.code) ?? 0,
  }
}

/** Mean stated return of a provider's games, as a fraction; undefined if none states one. */
export async function statedReturn({ platform: { db } }: ProviderParts, code: string): Promise<number | undefined> {
  const { stated } = await db.kysely
    .selectFrom('catalog.games')
    .select(sql<number | null>`(avg(rtp::numeric) / 100)::float8`.as('stated'))
    .where('provider_code', '=', code)
    .where('rtp', 'is not', null)
    .executeTakeFirstOrThrow()
  return stated ?? undefined
}

export function readProvider(parts: ProviderParts, code: string) {
  return providerReply(parts, findProvider(parts, code).row)
}
