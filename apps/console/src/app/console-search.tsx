import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '@dhow/ui/dialog'
import { Failure } from '@dhow/ui/feedback'
import { Icon } from '@dhow/ui/icons'
import { HiddenText } from '@dhow/ui/hidden-text'
import { call, sentenceOf } from '../shared/api.ts'
import { fill } from '../shared/format.ts'
import { useKeys } from '../shared/keys.tsx'
import { StateBadge } from '../shared/queue/state-badge.tsx'
import { usePermission, useMe } from '../shared/session.tsx'
import { en } from '../shared/words/en.ts'
import { ConsoleIcon } from '../shared/console-icon.tsx'
import styles from './console-search.module.css'
import { groupsOf, findScreens, type Hit, type HitGroup } from './search-hits.ts'

const words = en.search
/** Debounce after the last key before the server is asked. */
const pauseMs = 120
const shortest = 2

/** Opens the search with `/` outside fields, and with Ctrl-K (Command-K on a Mac) anywhere. */
export function useSearchKeys(open: () => void) {
  const current = useRef(open)
  useEffect(() => {
    current.current = open
  })
  useKeys({ '/': open })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (document.querySelector('dialog[open], [data-sign-in]') !== null) return
      event.preventDefault()
      current.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Search dialog for players, payments, rounds, pages and settings. */
export function ConsoleSearch({ open, close }: { open: boolean; close: () => void }) {
  return (
    <Dialog open={open} close={close} label={words.open} className={styles['dialog']}>
      <Search close={close} />
    </Dialog>
  )
}

function Search({ close }: { close: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { groups, ready, isFresh, error, retry } = useHits(typed.trim())
  const hits = groups.flatMap((group) => group.hits)
  const go = (hit: Hit) => {
    close()
    void navigate(hit.to)
  }
  const { active, choose, reset, onKeyDown } = useChoice(hits, { ready, isFresh }, go)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const isAsked = typed.trim() !== ''
  return (
    <div className={styles['search']} role="search">
      <div className={styles['field']}>
        <Icon name="search" size={22} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type into this field
          autoFocus
          role="combobox"
          aria-label={words.label}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
          placeholder={words.placeholder}
          {...{ autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, maxLength: 100 }}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            reset()
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" onClick={close}>
          {words.escape}
          <HiddenText> {words.close}</HiddenText>
        </button>
      </div>
      <div className={styles['hits']} ref={list} aria-busy={!isFresh}>
        <div role="listbox" id={`${id}-hits`} aria-label={words.open}>
          {groups.map((group) => (
            <Group key={group.name} group={group} id={id} all={hits} active={active} choose={choose} go={go} />
          ))}
        </div>
        {error === null ? null : <Failure message={sentenceOf(error)} retry={retry} retryLabel={en.console.retry} />}
        {!isAsked ? (
          <SearchHint />
        ) : hits.length === 0 && isFresh && error === null ? (
          <Nothing q={typed.trim()} />
        ) : null}
      </div>
      <div className={styles['foot']}>
        <span role="status">{isAsked ? statusOf(groups, isFresh) : ''}</span>
        <span aria-hidden="true">{words.keys}</span>
      </div>
    </div>
  )
}

/** The chosen hit, and the keys that choose and open one. */
function useChoice(hits: Hit[], { ready, isFresh }: { ready: number; isFresh: boolean }, go: (hit: Hit) => void) {
  const [chosen, choose] = useState(0)
  /** Enter was pressed before the answer: open the first hit of the current text, not of the last one. */
  const [goesFirst, setGoesFirst] = useState(false)
  const active = Math.min(chosen, hits.length - 1)
  const first = hits[0]
  const isDue = goesFirst && isFresh
  const current = useRef(go)
  useEffect(() => {
    current.current = go
  })
  useEffect(() => {
    if (!isDue) return
    setGoesFirst(false)
    if (first) current.current(first)
  }, [isDue, first])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[active]
    if (step !== undefined) choose(hits.length === 0 ? 0 : (active + step + hits.length) % hits.length)
    else if (event.key !== 'Enter') return
    else if (hit && (active < ready || chosen > 0)) go(hit)
    else setGoesFirst(true)
    event.preventDefault()
  }
  const reset = () => {
    choose(0)
    setGoesFirst(false)
  }
  return { active, choose, reset, onKeyDown }
}

function statusOf(groups: HitGroup[], isFresh: boolean): string {
  if (!isFresh) return words.searching
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  const found = count === 1 ? words.one : fill(words.many, { count })
  return groups.some(({ hasMore }) => hasMore) ? `${found} · ${words.more}` : found
}

/** Hits for a text: pages at once, the server's when it answers; until then the last ones stay. */
function useHits(text: string) {
  const { permissions } = useMe()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const isLong = asked.length >= shortest && text.length >= shortest
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: () => call('staffSearch', { query: { q: asked } }),
    enabled: isLong,
    placeholderData: (before) => before,
  })
  const screens = findScreens(text, permissions)
  const groups: HitGroup[] = [
    ...(screens.length > 0 ? [{ name: 'screens' as const, hits: screens, hasMore: false }] : []),
    ...(isLong && found.data ? groupsOf(found.data, permissions) : []),
  ]
  const isAnswered = found.data !== undefined && !found.isPlaceholderData
  const isFresh = text.length < shortest || (asked === text && (isAnswered || found.isError))
  return {
    groups,
    isFresh,
    /** Number of first hits that belong to this text. */
    ready: isFresh ? Infinity : screens.length,
    error: isLong && found.isError ? found.error : null,
    retry: () => void found.refetch(),
  }
}

function Group(props: {
  group: HitGroup
  id: string
  all: Hit[]
  active: number
  choose: (index: number) => void
  go: (hit: Hit) => void
}) {
  const { group, id, all, active, choose, go } = props
  return (
    <div role="group" aria-label={words.groups[group.name]} className={styles['group']}>
      <p aria-hidden="true">{words.groups[group.name]}</p>
      {group.hits.map((hit) => {
        const index = all.indexOf(hit)
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus, and its keys choose
          <div
            key={`${hit.to} ${hit.title}`}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === active}
            className={styles['hit']}
            onPointerMove={() => choose(index)}
            onClick={() => go(hit)}
          >
            <ConsoleIcon name={hit.icon} size={18} />
            <span className={styles['title']} translate="no">
              {hit.title}
            </span>
            {hit.state === undefined ? null : <StateBadge state={hit.state} />}
            {hit.hint === '' ? null : <span className={styles['hint']}>{hit.hint}</span>}
          </div>
        )
      })}
    </div>
  )
}

/** Hint: what the search finds, and by which texts. */
function SearchHint() {
  return (
    <dl className={styles['finds']}>
      <HiddenText>{words.lead}</HiddenText>
      {words.finds.map(([kind, by]) => (
        <div key={kind}>
          <dt>{kind}</dt>
          <dd>{by}</dd>
        </div>
      ))}
    </dl>
  )
}

function Nothing({ q }: { q: string }) {
  const seesNumbers = usePermission('players.see_identity')
  const isNumber = /^[+\d\s()-]+$/.test(q)
  return (
    <div className={styles['nothing']}>
      <p>{fill(words.none, { q })}</p>
      <p>{isNumber && !seesNumbers ? words.noneMasked : words.noneHint}</p>
    </div>
  )
}
