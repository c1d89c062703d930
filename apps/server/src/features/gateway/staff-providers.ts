import type { CatalogImport, Protocol, StaffProvider } from '@dhow/contract/providers'
import { apiBase } from '@dhow/contract/operation'
import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalog, ImportRow, ProviderRow } from '../catalog/index.ts'
import type { Adapter } from './adapter.ts'
import { adapters } from './adapters/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Ceilings } from './ceilings.ts'
import type { openHeldWins } from './held-wins.ts'
import type { openProviderKeys } from './provider-keys.ts'
import { openProviderProposals } from './provider-proposals.ts'
import type { openGameSessions } from './sessions.ts'

interface Parts {
  platform: Platform
  catalog: Catalog
  sessions: ReturnType<typeof openGameSessions>
  keys: Awaited<ReturnType<typeof openProviderKeys>>
  audit: Staff['audit']
  approvals: Approvals
  ceilings: Ceilings
  heldWins: ReturnType<typeof openHeldWins>
  /** Providers whose keys stand in the settings. */
  isFixed(provider: string): boolean
}

const importsShown = 20
const callsShown = 100

/** Provider administration: add, pause, change keys, import, and read what they called. */
export function openStaffProviders(parts: Parts) {
  const { platform, catalog, sessions, keys, audit, approvals, ceilings, heldWins, isFixed } = parts
  const { db, config } = platform

  const find = (code: string) => {
    const row = catalog.provider.get(code)
    if (!row) throw new Refusal('not_found')
    return { row, adapter: adapters[row.adapter] as Adapter }
  }

  const importsOf = async (code: string, limit: number) =>
    (
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

  async function replyOf(row: ProviderRow): Promise<StaffProvider> {
    const { games } = await db.kysely
      .selectFrom('catalog.games')
      .select((eb) => eb.fn.countAll<bigint>().as('games'))
      .where('provider_code', '=', row.code)
      .executeTakeFirstOrThrow()
    const [lastImport] = await importsOf(row.code, 1)
    const listed = await keys.list(row.code)
    const adapter = adapters[row.adapter]
    return {
      code: row.code,
      name: row.name,
      protocol: row.adapter as Protocol,
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
      ceilings: proposals.ceilingsOf(row.code, await statedReturn(row.code)),
      held_wins: (await heldWins.waiting()).get(row.code) ?? 0,
    }
  }
  /** The mean return that a provider's games state, as a fraction; undefined where none states one. */
  async function statedReturn(code: string): Promise<number | undefined> {
    const { stated } = await db.kysely
      .selectFrom('catalog.games')
      .select(sql<number | null>`(avg(rtp::numeric) / 100)::float8`.as('stated'))
      .where('provider_code', '=', code)
      .where('rtp', 'is not', null)
      .executeTakeFirstOrThrow()
    return stated ?? undefined
  }
  const read = (code: string) => replyOf(find(code).row)
  const proposals = openProviderProposals({ platform, catalog, keys, audit, approvals, ceilings, isFixed })

  return {
    async list() {
      await catalog.provider.load()
      return Promise.all(catalog.provider.all().map(replyOf))
    },

    /** Problems of providers for the alarms: wins that wait for a check, and an hour whose return luck does not explain. */
    async problems(): Promise<{ subject: string; text: string }[]> {
      const waiting = await heldWins.waiting()
      const found = [...waiting].map(([code, count]) => ({
        subject: `${code}:held`,
        text: `Wins of the provider ${code} above a ceiling that wait for a check: ${count}.`,
      }))
      for (const { code } of catalog.provider.all())
        for (const { currency, unusual_return: unusual } of proposals.ceilingsOf(code, await statedReturn(code)))
          if (unusual)
            found.push({
              subject: `${code}:${currency}`,
              text: `The provider ${code} pays ${unusual.paid} % of the stakes in ${currency} this hour; its games state ${unusual.stated} %.`,
            })
      return found
    },

    ...proposals,
    read,

    /** @throws Refusal `not_found` */
    async setState(operatorId: string, code: string, enabled: boolean, reason: string) {
      await db.transaction(async (tx) => {
        const before = await catalog.provider.setEnabled(tx, code, enabled)
        if (!enabled) await sessions.endProvider(tx, code)
        const action = enabled ? 'provider.open' : 'provider.pause'
        const change = { before: { enabled: before.enabled }, after: { enabled } }
        await audit(tx, { operatorId, action, subject: code, text: reason, ...change })
      })
      await catalog.provider.changed()
      return read(code)
    },

    /** @throws Refusal `not_found` */
    async endKey(operatorId: string, code: string, keyId: string, reason: string) {
      find(code)
      await db.transaction(async (tx) => {
        const { print } = await keys.end(tx, code, keyId)
        const entry = { action: 'provider.end-key', subject: code, text: reason, before: { key: print }, after: null }
        await audit(tx, { ...entry, operatorId })
      })
      await keys.changed()
      return read(code)
    },

    /** @throws Refusal `not_found`, `provider_fixed`, `feed_running` */
    async import(operatorId: string, operator: string, code: string) {
      const row = await catalog.imports.now(code, operatorId)
      await db.transaction((tx) =>
        audit(tx, {
          operatorId,
          action: 'provider.import',
          subject: code,
          text: row.outcome === 'done' ? `${row.listed} games listed` : (row.reason ?? 'failed'),
          before: null,
          after: { added: row.added, changed: row.changed, withdrawn: row.withdrawn, refused: row.refused_count },
        }),
      )
      return importReply(row, operator)
    },

    /** @throws Refusal `not_found` */
    imports(code: string) {
      find(code)
      return importsOf(code, importsShown)
    },

    /** Calls of providers, newest first. */
    async calls(query: {
      provider?: string | undefined
      player?: string | undefined
      round?: string | undefined
      refused?: '1' | undefined
      cursor?: string | undefined
    }) {
      let filtered = db.kysely
        .selectFrom('gateway.call as call')
        .leftJoin('accounts.player_card', 'accounts.player_card.id', 'call.player_id')
        .selectAll('call')
        .select([
          'accounts.player_card.player_name',
          sql<string>`to_char(call.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('exact'),
        ])
        .orderBy('call.at', 'desc')
        .limit(callsShown + 1)
      if (query.provider) filtered = filtered.where('call.provider_code', '=', query.provider)
      if (query.round) filtered = filtered.where('call.round_id', '=', query.round)
      if (query.refused) filtered = filtered.where('call.code', '!=', 'ok')
      if (query.player)
        filtered = filtered.where(({ eb, or, selectFrom }) =>
          or([
            eb('call.player_id', '=', query.player!),
            eb(
              'call.player_id',
              '=',
              selectFrom('accounts.player_card')
                .select('id')
                .where(sql`lower(player_name)`, '=', query.player!.toLowerCase()),
            ),
          ]),
        )
      if (query.cursor && !Number.isNaN(Date.parse(query.cursor)))
        filtered = filtered.where('call.at', '<', sql<Date>`${query.cursor}::timestamptz`)
      const rows = await filtered.execute()
      const page = rows.slice(0, callsShown)
      return {
        calls: page.map((row) => ({
          at: row.at.toISOString(),
          provider: row.provider_code,
          call: row.call,
          tx_id: row.tx_id,
          round_id: row.round_id,
          player_id: row.player_id,
          player_name: row.player_name,
          code: row.code,
          took_ms: row.took_us / 1_000,
        })),
        next_cursor: rows.length > callsShown ? `${page.at(-1)!.exact}Z` : null,
      }
    },
  }
}

export const endpointOf = (adapter: string, provider: string): string =>
  `${apiBase}/gateway/${adapter}${adapters[adapter]?.providerHeader === undefined ? `/${provider}` : ''}`

const importReply = (row: ImportRow, operator: string | null): CatalogImport => ({
  id: row.id,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at.toISOString(),
  outcome: row.outcome,
  listed: row.listed,
  added: row.added,
  changed: row.changed,
  withdrawn: row.withdrawn,
  refused_count: row.refused_count,
  refused: row.refused,
  reason: row.reason,
  operator,
})
