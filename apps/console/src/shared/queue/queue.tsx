import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { HiddenText } from '@dhow/ui/hidden-text'
import { Kbd } from '@dhow/ui/kbd'
import { sentenceOf } from '../api.ts'
import { formatCount, fill } from '../format.ts'
import { holdKeys, useKeys } from '../keys.tsx'
import { en } from '../words/en.ts'
import { NextContext, useHasLeft } from './next-in-queue.tsx'
import styles from './queue.module.css'
import { StateBadge } from './state-badge.tsx'

const words = en.money

/** One row of any queue. */
export interface QueueItem {
  id: string
  amount: string
  player: string
  /** The operator who has claimed it, or the payment's rail. */
  hint: string
  state: string
  /** Waiting time, or the time of sending if it is closed. */
  time: string
  warnings: number
  /** Short reasons why its money is held. */
  flags?: readonly string[]
}

/** State filter and search text in the address. */
export function useQueueFilter() {
  const [params, setParams] = useSearchParams()
  const state = params.get('state') ?? 'open'
  const q = params.get('q') ?? ''
  const release = useRef<() => void>(undefined)
  useEffect(() => {
    // The new filter is applied, or the screen closes.
    const arrived = () => release.current?.()
    arrived()
    return arrived
  }, [params])
  const change = (next: { state?: string; q?: string }) => {
    const changed = { state, q, ...next }
    // Keep further filters in the address.
    const address = new URLSearchParams(params)
    for (const [name, value, usual] of [
      ['state', changed.state, 'open'],
      ['q', changed.q, ''],
    ] as const)
      if (value === usual) address.delete(name)
      else address.set(name, value)
    if (address.toString() === params.toString()) return
    // Hold keys until the new filter is applied, since the rows still belong to the previous one.
    release.current?.()
    release.current = holdKeys('list')
    setParams(address)
  }
  return { state, q, search: params.size > 0 ? `?${params}` : '', change }
}
export type QueueFilter = ReturnType<typeof useQueueFilter>

interface Listed {
  items: QueueItem[] | undefined
  counts: Record<string, number>
  error: unknown
  retry: () => void
  more: (() => void) | undefined
  loadingMore: boolean
}

export interface QueueProps extends Listed {
  base: string
  filter: QueueFilter
  /** States to choose besides the open ones. */
  states: readonly string[]
  selected: string | undefined
  empty: { title: string; text: string }
  children: ReactNode
}

/** Queue on the left, selected item on the right; on a phone one at a time. */
export function Queue(props: QueueProps) {
  const { base, filter, items, selected, children } = props
  const search = useRef<HTMLInputElement>(null)
  const walk = useRowNavigation(items ?? [], selected, `${base}/`, filter.search)
  const hasLeft = useHasLeft(items ?? [], selected)
  useKeys({
    j: () => walk(1),
    k: () => walk(-1),
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    f: () => search.current?.focus(),
  })
  return (
    <div className={styles['queue']} data-open={selected !== undefined}>
      <section className={styles['list']} aria-label={words.queue}>
        <SearchForm key={filter.q} filter={filter} field={search} />
        <States {...props} />
        <Rows {...props} />
      </section>
      <section className={styles['detail']}>
        {selected !== undefined ? (
          <>
            <Link to={`${base}${filter.search}`} className={styles['back']}>
              ← {en.console.toList}
            </Link>
            <NextContext value={hasLeft ? () => walk(1) : undefined}>{children}</NextContext>
          </>
        ) : (
          items?.length !== 0 && <Empty title={words.choose}>{words.chooseText}</Empty>
        )}
      </section>
    </div>
  )
}

/** Moves to the next or previous row; if the selected one has left the queue, to the row after it. */
function useRowNavigation(items: QueueItem[], selected: string | undefined, base: string, search: string) {
  const navigate = useNavigate()
  const lastIndex = useRef(-1)
  const found = items.findIndex((item) => item.id === selected)
  const release = useRef<() => void>(undefined)
  useEffect(() => {
    // The row is open, or the screen closes.
    const arrived = () => release.current?.()
    arrived()
    return arrived
  }, [selected])
  useEffect(() => {
    if (found >= 0) lastIndex.current = found
  }, [found])
  return (by: 1 | -1) => {
    if (items.length === 0) return
    const from = selected === undefined ? (by === 1 ? -1 : items.length) : found
    const to = from >= 0 || selected === undefined ? from + by : by === 1 ? lastIndex.current : lastIndex.current - 1
    const item = items[Math.min(items.length - 1, Math.max(0, to))]
    if (!item || item.id === selected) return
    release.current?.()
    release.current = holdKeys()
    void navigate(`${base}${item.id}${search}`, { replace: selected !== undefined })
  }
}

function SearchForm({ filter, field }: { filter: QueueFilter; field: React.RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState(filter.q)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    filter.change({ q: text.trim() })
    field.current?.blur()
  }
  return (
    <form method="post" className={styles['search']} role="search" onSubmit={submit}>
      <input
        ref={field}
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          if (event.target.value === '' && filter.q !== '') filter.change({ q: '' })
        }}
        onKeyDown={(event) => event.key === 'Escape' && field.current?.blur()}
        aria-label={en.console.search}
        placeholder={en.console.search}
        maxLength={64}
      />
      <Kbd>f</Kbd>
    </form>
  )
}

function States({ base, filter, states, counts }: QueueProps) {
  if (filter.q !== '') {
    return (
      <div className={styles['states']}>
        <span>{fill(words.found, { q: filter.q })}</span>
        <Button kind="plain" small onClick={() => filter.change({ q: '' })}>
          {en.console.cancel}
        </Button>
      </div>
    )
  }
  return (
    <nav className={styles['states']} aria-label={words.filter}>
      {['open', ...states].map((state) => (
        <Link
          key={state}
          to={`${base}${state === 'open' ? '' : `?state=${state}`}`}
          aria-current={state === filter.state ? 'true' : undefined}
        >
          {state === 'open' ? words.open : (words.states[state] ?? state)}
          {counts[state] === undefined ? null : <span className={styles['count']}>{formatCount(counts[state])}</span>}
        </Link>
      ))}
    </nav>
  )
}

function Rows({ base, filter, items, error, retry, more, loadingMore, selected, empty }: QueueProps) {
  if (!items) {
    return error ? (
      <Failure message={sentenceOf(error)} retry={retry} retryLabel={en.console.retry} />
    ) : (
      <Skeleton lines={6} label={en.console.loading} />
    )
  }
  if (items.length === 0) {
    return filter.q === '' ? (
      <Empty title={empty.title}>{empty.text}</Empty>
    ) : (
      <Empty title={words.nothingFound}>{words.nothingFoundText}</Empty>
    )
  }
  return (
    <>
      {error ? <Notice tone="warn">{en.console.stale}</Notice> : null}
      <ul className={styles['rows']}>
        {items.map((item) => (
          <Row key={item.id} item={item} to={`${base}/${item.id}${filter.search}`} isSelected={item.id === selected} />
        ))}
      </ul>
      {more ? (
        <Button kind="quiet" small busy={loadingMore} onClick={more}>
          {en.console.loadMore}
        </Button>
      ) : null}
    </>
  )
}

function Row({ item, to, isSelected }: { item: QueueItem; to: string; isSelected: boolean }) {
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li>
      <Link ref={row} to={to} className={styles['row']} aria-current={isSelected || undefined}>
        <span className={styles['amount']}>{item.amount}</span>
        <span className={styles['player']} translate="no">
          {item.player}
        </span>
        <span className={styles['age']}>{item.time}</span>
        <span className={styles['marks']}>
          {item.flags?.map((flag) => (
            <Badge key={flag} tone="bad">
              {flag}
            </Badge>
          ))}
          {item.warnings > 0 ? (
            <Badge tone="warn">
              <HiddenText>{en.deposits.warnings}: </HiddenText>⚠ {item.warnings}
            </Badge>
          ) : null}
          <StateBadge state={item.state} />
        </span>
        <span className={styles['about']}>
          <span className={styles['hint']}>{item.hint}</span>
          <code className={styles['id']}>{item.id}</code>
        </span>
      </Link>
    </li>
  )
}
