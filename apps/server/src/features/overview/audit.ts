import type { QueryOf } from '@dhow/contract/operation'
import type { staffAudit } from '@dhow/contract/audit'
import { pageOf, period } from '../../platform/pages.ts'
import type { OverviewParts } from './parts.ts'
import { searchText } from './rules.ts'
import { listSubjects } from './store.ts'

const pageSize = 50

/** The audit trail with an operator's filters. */
export function openAudit({ platform: { db }, accounts, staff }: OverviewParts) {
  /** Id of the player that the words name by id, name, mobile or deposit code. */
  async function playerOf(words: string): Promise<string | undefined> {
    if (words.startsWith('ply_')) return words
    const found = await accounts.searchPlayers(searchText(words), { limit: 20 })
    const named = found.find((player) => player.player_name.toLowerCase() === words.trim().toLowerCase())
    return (named ?? (found.length === 1 ? found[0] : undefined))?.id
  }

  return async ({ subject, player, operator, action, cursor, ...days }: QueryOf<typeof staffAudit>) => {
    const playerId = player && (await playerOf(player))
    if (player && !playerId) return { entries: [], next_cursor: null }
    const about = playerId ? await listSubjects(db.kysely, playerId) : subject ? [subject] : undefined
    const rows = await staff.listAudit({
      subjects: playerId && subject ? about?.filter((one) => one === subject) : about,
      operator,
      action,
      ...period(days),
      beforeId: cursor,
      limit: pageSize + 1,
    })
    const page = pageOf(rows, pageSize)
    return {
      entries: page.rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        operator: row.operator,
        action: row.action,
        subject: row.subject,
        text: row.text,
        before: row.before ?? null,
        after: row.after ?? null,
      })),
      next_cursor: page.nextCursor,
    }
  }
}
