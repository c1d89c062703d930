import { useSyncExternalStore } from 'react'
import { dataUsed, watchData } from '../../shared/data-used.ts'
import { fill, localizeMarks } from '../../shared/format.ts'
import { lightPages } from '../../shared/light-pages.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'

/** Data used in this visit, with a link to the light pages. */
export function DataMeter() {
  const { dashboard } = useWords()
  const language = useLanguage()
  const bytes = useSyncExternalStore(watchData, dataUsed, () => 0)
  return (
    <div>
      <p>
        <strong data-testid="data-used">
          {fill(dashboard.dataUsed, { amount: localizeMarks(sizeOf(bytes), language) })}
        </strong>
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

/** Formats bytes in decimal units, as networks sell them. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 100_000) / 10} MB`
