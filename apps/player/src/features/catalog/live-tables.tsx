import type { LiveTable } from '@dhow/contract/lobby'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HiddenText } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { usePortal } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './lobby.module.css'

/** The last state of a table, and when its betting closes by this browser's clock. */
export interface TableShown extends LiveTable {
  closesAtMs: number | null
  /** The state changed since the page was rendered; without a closing time a round is under way. */
  isCurrent: boolean
}

const askedEachMs = 5_000

/** The shared tables by their game: as the page was rendered, then followed while the tab is in sight; the saver does not follow them. */
export function useLiveTables(): (slug: string) => TableShown | undefined {
  const { tables, saver } = usePortal()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['live-tables'],
    queryFn: async () => (await call('liveTables')).tables,
    // Rendered long ago: a round that was open then has no countdown any more.
    ...(tables ? { initialData: tables, initialDataUpdatedAt: 0 } : {}),
    enabled: !saver,
    refetchInterval: askedEachMs,
    staleTime: askedEachMs,
  })
  return (slug) => {
    const table = data?.find((one) => one.slug === slug)
    if (!table) return undefined
    const { closes_in_ms: left } = table
    const isCurrent = dataUpdatedAt !== 0
    return { ...table, isCurrent, closesAtMs: left === null || !isCurrent ? null : dataUpdatedAt + left }
  }
}

/** Whole seconds until a moment; undefined once it is over, and before the page is hydrated. */
export function useSecondsTo(atMs: number | null | undefined): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    if (!atMs) return undefined
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [atMs])
  const left = atMs && now ? Math.ceil((atMs - now) / 1_000) : 0
  return left > 0 ? left : undefined
}

/** The badge of a shared table: seconds left to bet, else that it is live. */
export function LiveBadge({ table }: { table: TableShown | undefined }) {
  const words = useWords().lobby
  const left = useSecondsTo(table?.closesAtMs)
  return (
    <em className={styles['badge']} data-open={left !== undefined}>
      {left === undefined ? words.live : fill(words.seconds, { seconds: left })}
    </em>
  )
}

/** The last results, newest first; their row keeps its room while none are known. */
export function LastResults({ table }: { table: TableShown | undefined }) {
  const words = useWords().lobby
  return (
    <span className={styles['results']}>
      {table && table.last.length > 0 ? <HiddenText>{words.lastResults}: </HiddenText> : null}
      {table?.last.map(({ text, tone }, index) => (
        // Results repeat, so only their index can be the key.
        <i key={index} data-tone={tone}>
          {text}{' '}
        </i>
      ))}
    </span>
  )
}
