import { Histogram, type HistogramConfiguration } from 'prom-client'

interface Tally {
  labels: Record<string, string>
  /** Values up to each bound and above the bound before it; the last one counts those above all. */
  counts: number[]
  sum: number
}

/**
 * The library's histogram with its own counts: the library's checks labels and makes a key of them for each value, which took a bet longer than
 * its clock. Its text is the same.
 */
export class TalliedHistogram extends Histogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #tallies = new Map<string, Tally>()

  constructor(configuration: HistogramConfiguration<string> & { buckets: number[] }) {
    super(configuration)
    this.#name = configuration.name
    this.#help = configuration.help
    this.#bounds = configuration.buckets
  }

  /** Counts a value; `key` is the same for the same labels alone. */
  tally(key: string, labels: Record<string, string>, value: number) {
    let found = this.#tallies.get(key)
    if (!found) {
      found = { labels, counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 }
      this.#tallies.set(key, found)
    }
    let at = 0
    for (const bound of this.#bounds) {
      if (value <= bound) break
      at++
    }
    found.counts[at] = (found.counts[at] ?? 0) + 1
    found.sum += value
  }

  /** Asked by the registry, and by the library's `get`. */
  getForPromString() {
    const values = [...this.#tallies.values()].flatMap(({ labels: sharedLabels, counts, sum }) => {
      const row = (part: string, labels: Record<string, string>, value: number) => ({
        metricName: `${this.#name}_${part}`,
        sharedLabels,
        labels,
        value,
      })
      let count = 0
      const buckets = counts.map((here, at) => {
        count += here
        return row('bucket', { le: String(this.#bounds[at] ?? '+Inf') }, count)
      })
      return [...buckets, row('sum', {}, sum), row('count', {}, count)]
    })
    return Promise.resolve({ name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values })
  }
}
