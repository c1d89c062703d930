import { blockKinds } from '@dhow/contract/blocklists'
import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { parseChoice } from '../../shared/choices.ts'
import { Filters } from '../../shared/filters.tsx'
import { fill } from '../../shared/format.ts'
import fields from '../../shared/form.module.css'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import detail from '../../shared/queue/detail.module.css'
import { SearchBox } from '../../shared/search-box.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { AddEntry } from '../../shared/add-block.tsx'
import { DownloadList } from './download-list.tsx'
import { EntryTable } from './entry-table.tsx'
import { UploadList } from './upload-list.tsx'

const words = en.blocklists

/** Blocklist entries by kind; the address has the search, and the entry that another screen proposes. */
export function Blocklists() {
  const [params, setParams] = useSearchParams()
  const mayEdit = usePermission('blocklists.edit')
  const proposed = { kind: parseChoice(blockKinds, params.get('block') ?? ''), value: params.get('value') ?? '' }
  const [form, setForm] = useState<'add' | 'upload' | 'download' | undefined>(
    proposed.kind !== undefined && mayEdit ? 'add' : undefined,
  )
  const close = () => setForm(undefined)
  const tools = form ? null : (
    <div className={detail['buttons']}>
      {mayEdit ? <Button onClick={() => setForm('add')}>{words.add.label}</Button> : null}
      {mayEdit ? (
        <Button kind="quiet" onClick={() => setForm('upload')}>
          {words.upload.label}
        </Button>
      ) : null}
      <Button kind="quiet" onClick={() => setForm('download')}>
        {words.download.label}
      </Button>
    </div>
  )
  return (
    <Page title={words.title} lead={words.lead} tools={tools}>
      {form === 'add' ? <AddEntry proposed={proposed} close={close} /> : null}
      {form === 'upload' ? <UploadList close={close} /> : null}
      {form === 'download' ? <DownloadList close={close} /> : null}
      <Listed
        search={{ kind: params.get('kind') ?? '', ended: params.get('ended') ?? '', q: params.get('q') ?? '' }}
        show={(next) => setParams(Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')))}
      />
    </Page>
  )
}

interface Search {
  kind: string
  ended: string
  q: string
}

function Listed({ search, show }: { search: Search; show: (search: Search) => void }) {
  const query = {
    kind: parseChoice(blockKinds, search.kind),
    ended: search.ended === 'yes' ? ('yes' as const) : undefined,
    q: search.q === '' ? undefined : search.q,
  }
  const listed = useInfiniteQuery({
    queryKey: ['blocklists', query],
    queryFn: ({ pageParam }) => call('blockEntries', { query: { ...query, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const counts = listed.data?.pages[0]?.counts
  return (
    <>
      <SearchBox
        key={search.q}
        label={words.search}
        hint={words.searchHint}
        value={search.q}
        search={(q) => show({ ...search, q })}
      />
      <Filters set={{ kind: query.kind, ended: query.ended }}>
        <div className={fields['pair']}>
          <SelectField
            label={words.kind}
            value={query.kind ?? ''}
            onChange={(event) => show({ ...search, kind: event.target.value })}
          >
            <option value="">{words.anyKind}</option>
            {blockKinds.map((kind) => (
              <option key={kind} value={kind}>
                {counts ? fill(words.kindCount, { kind: words.kinds[kind], count: counts[kind] }) : words.kinds[kind]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={words.show}
            value={query.ended ?? ''}
            onChange={(event) => show({ ...search, ended: event.target.value })}
          >
            <option value="">{words.running}</option>
            <option value="yes">{words.ended}</option>
          </SelectField>
        </div>
      </Filters>
      <Asked query={listed}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0)
            return Object.values(search).some((text) => text !== '') ? (
              <Empty title={words.noneFound}>{words.noneFoundText}</Empty>
            ) : (
              <Empty title={words.none}>{words.noneText}</Empty>
            )
          return (
            <>
              <EntryTable entries={entries} />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </>
  )
}
