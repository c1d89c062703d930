import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { GameCall } from '@dhow/contract/game-calls'
import { Button } from '@dhow/ui/button'
import { Badge, Empty } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatExactTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { en } from '../../shared/words/en.ts'
import { Filters } from '../../shared/filters.tsx'
import form from '../../shared/form.module.css'

const words = en.gameCalls
const searched = ['player', 'round', 'provider'] as const

/** Log of provider calls and answers, for questions about a round. */
export function GameCalls() {
  const [params, setParams] = useSearchParams()
  const search = Object.fromEntries(searched.map((name) => [name, params.get(name) ?? '']))
  const refused = params.get('refused') === '1' ? ('1' as const) : undefined
  const listed = useInfiniteQuery({
    queryKey: ['game-calls', search, refused ?? ''],
    queryFn: ({ pageParam }) => call('staffGameCalls', { query: { ...search, refused, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters set={{ ...search, refused }} searched={params.toString()}>
        <Search key={params.toString()} search={search} refused={refused !== undefined} go={setParams} />
      </Filters>
      <Asked query={listed}>
        {({ pages }) => {
          const calls = pages.flatMap((page) => page.calls)
          if (calls.length === 0) return <Empty title={words.none} />
          return (
            <>
              <ListTable
                name="game-calls"
                label={words.title}
                columns={[
                  { key: 'at', label: words.at },
                  { key: 'provider', label: words.provider },
                  { key: 'call', label: words.call },
                  { key: 'player', label: words.player },
                  { key: 'round', label: words.round },
                  { key: 'code', label: words.code },
                  { key: 'took', label: words.took, isNumber: true },
                ]}
                rows={calls.map((one, index) => ({ key: `${one.at}-${index}`, cells: cellsOf(one) }))}
              />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}

function cellsOf(one: GameCall) {
  const path = one.player_id ? pathOf(one.player_id) : undefined
  return {
    at: formatExactTime(one.at),
    provider: <span translate="no">{one.provider}</span>,
    call: <span translate="no">{one.call}</span>,
    player: path ? <Link to={path}>{one.player_name ?? one.player_id}</Link> : '',
    round: (
      <span translate="no">
        {one.round_id} {one.tx_id ? `(${one.tx_id})` : ''}{' '}
        {one.automatic ? (
          <span translate="yes">
            <Badge>{words.automatic}</Badge>
          </span>
        ) : null}
      </span>
    ),
    code: <Badge tone={one.code === 'ok' ? 'good' : one.code === 'unknown' ? 'bad' : 'warn'}>{one.code}</Badge>,
    took: one.took_ms.toLocaleString('en', { maximumFractionDigits: 1 }),
  }
}

function Search({
  search,
  refused,
  go,
}: {
  search: Record<string, string>
  refused: boolean
  go: (params: Record<string, string>) => void
}) {
  const [typed, setTyped] = useState(search)
  const [only, setOnly] = useState(refused)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = Object.entries(typed).map(([name, text]) => [name, text.trim()] as const)
    go({ ...Object.fromEntries(given.filter(([, text]) => text !== '')), ...(only ? { refused: '1' } : {}) })
  }
  return (
    <form method="post" role="search" className={form['group']} onSubmit={submit}>
      <div className={form['pair']}>
        {searched.map((name) => (
          <TextField
            key={name}
            label={words.fields[name]}
            type="search"
            value={typed[name] ?? ''}
            onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
            maxLength={60}
          />
        ))}
        <div className={form['go']}>
          <Button type="submit" kind="quiet">
            {en.console.search}
          </Button>
        </div>
      </div>
      <CheckField checked={only} onChange={(event) => setOnly(event.target.checked)}>
        {words.onlyRefused}
      </CheckField>
    </form>
  )
}
