import type { Game } from '@dhow/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { call, sentencesOf } from '../../shared/api.ts'
import { useWords } from '../../shared/words/words.tsx'
import { GameGrid } from './game-grid.tsx'
import styles from './lobby.module.css'

export interface ListOfGames {
  category: string | undefined
  provider: string | undefined
  q: string
  /** Without the sandbox's invented games, or with them. */
  sandbox: 'hide' | undefined
}

/** A number that fills whole rows of two to six tiles. */
const pageOfGames = 60
/** How far off the screen tiles stay in the page, in pixels. */
const keptPx = 1_600

export const gamesQuery = ({ category, provider, q, sandbox }: ListOfGames, cursor?: string) => ({
  queryKey: ['games', category ?? '', provider ?? '', q, sandbox ?? '', cursor ?? ''],
  queryFn: () => call('games', { query: { category, provider, q, sandbox, cursor, limit: pageOfGames } }),
  staleTime: 60_000,
})

/** A list that may have thousands of games: pages come as they are reached, and only those near the screen have tiles. */
export function LongList({
  list,
  games,
  next,
  eager,
}: {
  list: ListOfGames
  games: Game[]
  next: string | null
  /** So many pictures belong to the first screen. */
  eager: number
}) {
  return (
    <div className={styles['pages']}>
      <Near>
        <GameGrid games={games} eager={eager} />
      </Near>
      {next === null ? null : <Following key={`${JSON.stringify(list)} ${next}`} list={list} cursor={next} />}
    </div>
  )
}

/** Fetch the next page when its place comes near or on request. */
function Following({ list, cursor }: { list: ListOfGames; cursor: string }) {
  const words = useWords()
  const [isWanted, setWanted] = useState(false)
  const mark = useNear((isNear) => {
    if (isNear) setWanted(true)
  })
  if (isWanted) return <Page list={list} cursor={cursor} />
  return (
    <div ref={mark}>
      <Button kind="quiet" onClick={() => setWanted(true)}>
        {words.lobby.more}
      </Button>
    </div>
  )
}

function Page({ list, cursor }: { list: ListOfGames; cursor: string }) {
  const words = useWords()
  const { data: come, error, refetch } = useQuery(gamesQuery(list, cursor))
  // Sixty tiles are rendered a few at a time, between the frames of further scrolling.
  const data = useDeferredValue(come)
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={6} label={words.portal.loading} />
  return (
    <>
      <Near>
        <GameGrid games={data.games} />
      </Near>
      {data.next_cursor === null ? null : <Following key={data.next_cursor} list={list} cursor={data.next_cursor} />}
    </>
  )
}

/** Keeps its children in the page while they are near the screen, and their room while they are not. */
function Near({ children }: { children: ReactNode }) {
  const [isNear, setNear] = useState(true)
  const box = useNear((near, room) => {
    room.style.blockSize = near ? '' : `${room.offsetHeight}px`
    setNear(near)
  })
  return <div ref={box}>{isNear ? children : null}</div>
}

function useNear(onChange: (isNear: boolean, box: HTMLElement) => void) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (!box.current) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry && box.current) latest.current(entry.isIntersecting, box.current)
      },
      { rootMargin: `${keptPx}px 0px` },
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return box
}
