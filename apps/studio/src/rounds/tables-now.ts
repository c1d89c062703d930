import { maxResults, type TableNow, type TablesNow } from '@dhow/contract/tables-now'

/** Public state of a shared game for a portal: only settled results. */
export function tableNow(
  game: string,
  { closes, last, players }: { closes: number | null; last: TableNow['last']; players: number },
): TableNow {
  return { game, closes, last: last.slice(0, maxResults), players }
}

/** All shared games that this process plays. */
export const tablesNowOf = (games: { now(): TableNow | null }[], nowMs: number): TablesNow => ({
  now: Math.round(nowMs),
  tables: games.flatMap((game) => game.now() ?? []),
})
