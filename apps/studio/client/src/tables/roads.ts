/** A win in the big road, with the ties after it. */
export interface RoadEntry {
  side: string
  ties: number
}

/**
 * The baccarat big road: a column for each run of wins of one side, with ties counted at the win before them. Leaves out ties before the first
 * win.
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
 * The five most and five least frequent pockets; smaller numbers first on a tie.
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
