import { required } from '../../platform/required.ts'
import { sql } from 'kysely'
import type { StaffGame } from '@dhow/contract/games'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasWords } from './search.ts'
import { gameColumns, type GameRow } from './tables.ts'

/** Writes an operator's action into the audit trail, in the action's own transaction. */
export type Audit = (
  tx: Tx,
  entry: { operatorId: string | null; action: string; subject: string; text: string; before: unknown; after: unknown },
) => Promise<void>

const pageSize = 50

export interface Arrangement {
  enabled?: boolean | undefined
  categories?: string[] | undefined
  markets?: Market[] | undefined
  position?: number | undefined
  name?: string | undefined
}

/** Games for operators, including hidden ones, and their settings. */
export function openStaffGames({ db }: Platform, audit: Audit) {
  return {
    async list(query: {
      q?: string | undefined
      provider?: string | undefined
      state?: 'shown' | 'hidden' | 'withdrawn' | undefined
      cursor?: string | undefined
    }) {
      let filtered = db.kysely.selectFrom('catalog.game')
      if (query.provider) filtered = filtered.where('provider_code', '=', query.provider)
      if (query.state === 'shown') filtered = filtered.where('enabled', '=', true).where('withdrawn_at', 'is', null)
      if (query.state === 'hidden') filtered = filtered.where('enabled', '=', false)
      if (query.state === 'withdrawn') filtered = filtered.where('withdrawn_at', 'is not', null)
      const words = query.q?.trim() ?? ''
      if (words !== '') filtered = filtered.where(hasWords(words))
      const { total } = await filtered.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
      let paged = filtered
        .select([...gameColumns])
        .orderBy('position')
        .orderBy('id')
        .limit(pageSize + 1)
      const [, position, id] = /^(\d{1,9}):(.{1,100})$/.exec(query.cursor ?? '') ?? []
      if (id !== undefined)
        paged = paged.where(sql<boolean>`(game.position, game.id) > (${Number(position)}::int, ${id}::text)`)
      const rows = await paged.execute()
      const page = rows.slice(0, pageSize)
      const last = page.at(-1)
      return {
        games: page.map(staffReply),
        next_cursor: rows.length > pageSize && last ? `${last.position}:${last.id}` : null,
        total: Number(total),
      }
    },

    /** Applies the same settings to all named games. @throws Refusal `not_found` */
    async arrange(operatorId: string, ids: string[], { name, ...rest }: Arrangement): Promise<StaffGame[]> {
      // A name belongs to one game; other settings may apply to many.
      const wanted = { ...rest, ...(name !== undefined && ids.length === 1 ? { name } : {}) }
      const fields = Object.entries(wanted).flatMap(([field, value]) => (value === undefined ? [] : [field]))
      // The names in other languages belong to the former name.
      const renamed = fields.includes('name') ? { names: '{}' } : {}
      return db.transaction(async (tx) => {
        const before = await tx
          .selectFrom('catalog.game')
          .select([...gameColumns])
          .where('id', 'in', ids)
          .orderBy('id')
          .forUpdate()
          .execute()
        if (before.length !== new Set(ids).size) throw new Refusal('not_found')
        if (fields.length === 0) return before.map(staffReply)
        const after = await tx
          .updateTable('catalog.game')
          .set({ ...wanted, ...renamed })
          .set({ edited: sql<string[]>`array(select distinct unnest(game.edited || ${fields}::text[]) order by 1)` })
          .where('id', 'in', ids)
          .returning([...gameColumns])
          .execute()
        for (const row of after) {
          const earlier = required(
            before.find((one) => one.id === row.id),
            'game before the change',
          )
          const only = (game: GameRow) =>
            Object.fromEntries(Object.entries(game).filter(([field]) => fields.includes(field)))
          await audit(tx, {
            operatorId,
            action: 'game.arrange',
            subject: row.id,
            text: fields.join(', '),
            before: only(earlier),
            after: only(row),
          })
        }
        return after.map(staffReply)
      })
    },
  }
}

const staffReply = (row: GameRow): StaffGame => ({
  id: row.id,
  slug: row.slug,
  code: row.code,
  provider: row.provider_code,
  name: row.name,
  tile: row.tile,
  categories: row.categories,
  markets: row.markets,
  enabled: row.enabled,
  withdrawn: row.withdrawn_at !== null,
  position: row.position,
  rtp: row.rtp,
  edited: row.edited,
})
