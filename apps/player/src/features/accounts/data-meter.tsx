import { useSyncExternalStore } from 'react'
import { dataUsed, watchData } from '../../shared/data-used.ts'
import { fill, marked } from '../../shared/format.ts'
import { lightPages } from '../../shared/light-pages.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'

/** How much data this visit has used, and the way to the pages that use least. */
export function DataMeter() {
  const { dashboard } = useWords()
  const language = useLanguage()
  const bytes = useSyncExternalStore(watchData, dataUsed, () => 0)
  return (
    <div>
      <p>
        <strong data-testid="data-used">{fill(dashboard.dataUsed, { amount: marked(sizeOf(bytes), language) })}</strong>
      </p>
      <p>
        <small>{dashboard.dataUnseen}</small>
      </p>
      <p>
        <a href={lightPages}>{dashboard.lightPages}</a>
      </p>
    </div>
  )
}

/** Bytes as networks sell them: a thousand to a kilobyte. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 100_000) / 10} MB`
