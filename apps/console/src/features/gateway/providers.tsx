import { translate } from '../../shared/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogImport, StaffProvider } from '@dhow/contract/providers'
import { Button } from '@dhow/ui/button'
import { Badge, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { DoneNotice } from '../../shared/done-notice.tsx'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { Ceilings } from './ceilings.tsx'
import { Keys } from './keys.tsx'
import { NewProvider } from './new-provider.tsx'
import { PauseProvider } from './pause-provider.tsx'

const words = en.providers
const refreshEveryMs = 15_000
const tones: Record<StaffProvider['state'], Tone> = { open: 'good', paused: 'neutral', down: 'bad' }
type Kind = 'pause' | 'keys' | 'ceilings'

/** Game providers with state, keys and list of games. */
export function Providers() {
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ kind: Kind; code: string }>()
  const [report, setReport] = useState<{ code: string; report: CatalogImport }>()
  const mayAdd = usePermission('providers.manage')
  const asked = useLiveQuery(['providers'], () => call('staffProviders'), refreshEveryMs)
  const fetchGames = useImport((code, imported) => setReport({ code, report: imported }))
  const add = mayAdd && !adding ? <Button onClick={() => setAdding(true)}>{words.add}</Button> : null
  return (
    <Page title={words.title} lead={words.lead} tools={add}>
      {adding ? <NewProvider close={() => setAdding(false)} /> : null}
      {report ? <Report {...report} close={() => setReport(undefined)} /> : null}
      <Asked query={asked}>
        {({ providers }) => {
          const chosen = providers.find(({ code }) => code === open?.code)
          return (
            <>
              {chosen && open ? (
                <OpenForm key={chosen.code} kind={open.kind} provider={chosen} close={() => setOpen(undefined)} />
              ) : null}
              <Table
                label={words.title}
                columns={[
                  { key: 'name', label: words.name },
                  { key: 'state', label: words.state },
                  { key: 'games', label: words.games, isNumber: true },
                  { key: 'keys', label: words.keys, isNumber: true },
                  { key: 'feed', label: words.feed },
                  { key: 'actions', label: words.actions },
                ]}
                rows={providers.map((provider) => ({
                  key: provider.code,
                  cells: {
                    ...cellsOf(provider),
                    actions: (
                      <Actions
                        provider={provider}
                        fetchGames={fetchGames}
                        open={(kind) => setOpen({ kind, code: provider.code })}
                      />
                    ),
                  },
                }))}
              />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}

/** Imports a provider's list of games. */
function useImport(imported: (code: string, report: CatalogImport) => void) {
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    mutationFn: (code: string) => call('importGames', { params: { id: code }, body: {} }),
    onSuccess(reply, code) {
      imported(code, reply.report)
      refresh('providers', 'staff-games', 'audit')
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
}

function OpenForm({ kind, ...parts }: { kind: Kind; provider: StaffProvider; close: () => void }) {
  switch (kind) {
    case 'pause':
      return <PauseProvider {...parts} />
    case 'keys':
      return <Keys {...parts} />
    case 'ceilings':
      return <Ceilings {...parts} />
  }
}

const cellsOf = (provider: StaffProvider) => ({
  name: (
    <>
      <strong>{provider.name}</strong>{' '}
      <span translate="no">
        {provider.code}, {words.protocols[provider.protocol]}
      </span>
    </>
  ),
  state: (
    <>
      <Badge tone={tones[provider.state]}>{words.states[provider.state]}</Badge>{' '}
      {provider.down_since ? formatTime(provider.down_since) : null}
      {provider.ceilings.map(({ currency, unusual_return: unusual }) =>
        unusual ? (
          <Badge key={currency} tone="bad">
            {fill(words.unusualReturn, { currency, ...unusual })}
          </Badge>
        ) : null,
      )}
      {provider.held_wins > 0 ? (
        <Link to={paths.heldWins}>{fill(words.heldWins, { count: provider.held_wins })}</Link>
      ) : null}
    </>
  ),
  games: provider.games,
  keys: provider.keys.length || words.fixedKey,
  feed: provider.last_import
    ? `${words.outcomes[provider.last_import.outcome]} ${formatTime(provider.last_import.ended_at)}`
    : provider.feed_url
      ? words.never
      : words.noFeed,
})

function Actions({
  provider,
  fetchGames,
  open,
}: {
  provider: StaffProvider
  fetchGames: ReturnType<typeof useImport>
  open: (kind: Kind) => void
}) {
  const mayAdd = usePermission('providers.manage')
  const mayArrange = usePermission('games.arrange')
  const { code, name } = provider
  const forms = [
    { kind: 'keys', label: words.keys, may: mayAdd },
    { kind: 'ceilings', label: words.ceilings.label, may: mayAdd },
    { kind: 'pause', label: provider.state === 'paused' ? words.open : words.pause, may: mayArrange },
  ] as const
  return (
    <>
      {mayArrange && provider.feed_url ? (
        <Button
          kind="plain"
          small
          busy={fetchGames.isPending && fetchGames.variables === code}
          aria-label={`${words.import}: ${name}`}
          onClick={() => fetchGames.mutate(code)}
        >
          {words.import}
        </Button>
      ) : null}
      {forms
        .filter(({ may }) => may)
        .map(({ kind, label }) => (
          <Button key={kind} kind="plain" small aria-label={`${label}: ${name}`} onClick={() => open(kind)}>
            {label}
          </Button>
        ))}
    </>
  )
}

function Report({ code, report, close }: { code: string; report: CatalogImport; close: () => void }) {
  const { added, changed, withdrawn, listed, refused_count: refused } = report
  return (
    <DoneNotice tone={report.outcome === 'done' ? 'good' : 'bad'} done={words.done} close={close}>
      <p>
        {report.outcome === 'done'
          ? fill(words.report, { code, listed, added, changed, withdrawn, refused })
          : fill(words.reportFailed, { code, reason: report.reason ? translate(report.reason) : '' })}
      </p>
      {report.refused.length > 0 ? (
        <details>
          <summary>{words.leftOut}</summary>
          <ul>
            {report.refused.map((one, index) => (
              <li key={`${one.code}-${index}`}>
                <span translate="no">{one.code}</span>: {translate(one.reason)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </DoneNotice>
  )
}
