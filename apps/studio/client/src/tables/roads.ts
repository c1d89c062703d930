/** A win in the big road, with the ties that followed it. */
export interface RoadEntry {
  side: string
  ties: number
}

/**
 * The big road as baccarat tables keep it: a column for each run of wins of one side, ties counted at the win before them. Ties before the
 * first win are not shown.
 * @param results newest first
 */
export function bigRoad(results: readonly string[]): RoadEntry[][] {
  const columns: RoadEntry[][] = []
  for (const side of results.toReversed()) {
    const column = columns.at(-1)
    const entry = column?.at(-1)
    if (side === 'tie') {
      if (entry) entry.ties++
    } else if (column && entry?.side === side) column.push({ side, ties: 0 })
    else columns.push([{ side, ties: 0 }])
  }
  return columns
}

/**
 * The pockets that came most and least often, five each; of equal ones the smaller number first.
 * @param results pockets of the last rounds
 */
export function hotAndCold(results: readonly string[]): Record<'hot' | 'cold', [pocket: number, times: number][]> {
  const counts = Array.from({ length: 37 }, (_, pocket): [number, number] => [
    pocket,
    results.filter((result) => result === String(pocket)).length,
  ])
  const hot = counts.filter(([, times]) => times > 0).toSorted(([, one], [, other]) => other - one)
  const cold = counts.toSorted(([, one], [, other]) => one - other)
  return { hot: hot.slice(0, 5), cold: cold.slice(0, 5) }
}
