import type { LiveTable } from '@dhow/contract/lobby'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HiddenText } from '@dhow/ui/hidden-text'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { usePortal } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './lobby.module.css'

/** Last known state of a table; betting times by this browser's clock. */
export interface TableShown extends LiveTable {
  closesAtMs: number | null
  /** False for the state rendered with the page, whose missing closing time means nothing. */
  isCurrent: boolean
}

const pollEveryMs = 5_000

/** Shared tables by game: as rendered, then polled while the tab is visible, unless data saver is on. */
export function useLiveTables(): (slug: string) => TableShown | undefined {
  const { tables, saver } = usePortal()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['live-tables'],
    queryFn: async () => (await call('liveTables')).tables,
    // A page rendered long ago shows no countdown.
    ...(tables ? { initialData: tables, initialDataUpdatedAt: 0 } : {}),
    enabled: !saver,
    refetchInterval: pollEveryMs,
    staleTime: pollEveryMs,
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

/** Badge of a shared table: seconds left to bet, else "live". */
export function LiveBadge({ table }: { table: TableShown | undefined }) {
  const words = useWords().lobby
  const left = useSecondsTo(table?.closesAtMs)
  return (
    <em className={styles['badge']} data-open={left !== undefined}>
      {left === undefined ? words.live : fill(words.seconds, { seconds: left })}
    </em>
  )
}

/** Last results, newest first; the row keeps its height while empty. */
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
