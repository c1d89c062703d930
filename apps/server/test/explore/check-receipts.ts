import type { System } from './system.ts'

/**
 * Checks that each posting of a player is in the public log exactly once, in the order of the ledger, and that the
 * log's signed head has that size. The log must prove its consistency with an earlier head.
 */
export async function checkReceipts(system: System): Promise<string[]> {
  const rows = await system.database.query<{
    missing: string
    twice: string
    late: string
    entries: string
    size: string
  }>(
    `
    with entry as (
      select posting_id, first_leaf + at - 1 as leaf from receipts.batch cross join lateral unnest(posting_ids) with ordinality as each (posting_id, at)
      where log = 'players'
    ), numbered as (select *, lag(posting_id) over (order by leaf) as before, count(*) over (partition by posting_id) as times from entry)
    select (select count(*) from ledger.posting where player_id is not null and not exists (select from entry where entry.posting_id = posting.id)) as missing,
      count(*) filter (where times > 1) as twice, count(*) filter (where before > posting_id) as late, count(*) as entries,
      (select size from receipts.log where name = 'players') as size
    from numbered`,
    [],
    'receipts',
  )
  const [found] = rows
  if (!found) return ['the log could not be read']
  const wrong: string[] = []
  if (Number(found.missing) > 0) wrong.push(`${found.missing} postings have no entry in the log`)
  if (Number(found.twice) > 0) wrong.push(`${found.twice} entries of the log are of one posting`)
  if (Number(found.late) > 0) wrong.push(`${found.late} entries of the log are out of order`)
  if (found.entries !== found.size) wrong.push(`the log has ${found.entries} entries and a head of ${found.size}`)
  return wrong
}
