import type { DeliveryState, ListedDelivery, OuterChannel } from '@dhow/contract/deliveries'
import { deliveryChannels, deliveryStates } from '@dhow/contract/deliveries'
import { recordOf } from '@dhow/contract/records'
import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { parseChoice } from '../../shared/choices.ts'
import { Filters } from '../../shared/filters.tsx'
import { fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { PlayerLink } from '../../shared/player-link.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { DeliveryCosts } from './delivery-costs.tsx'
import { DeliverySearch, searched, type Search } from './delivery-search.tsx'
import { DeliverySteps, reasonText } from './delivery-steps.tsx'
import styles from './deliveries.module.css'

const words = en.deliveries
const tones: Record<DeliveryState, Tone> = {
  waiting: 'info',
  sent: 'info',
  delivered: 'good',
  failed: 'bad',
  skipped: 'warn',
}

/** Deliveries of all messages, newest first, with costs; the address has the search. */
export function Deliveries() {
  const [params, setParams] = useSearchParams()
  const search = recordOf(searched, (name) => params.get(name) ?? '')
  const maySeeCosts = usePermission('messages.cost')
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters set={search} searched={params.toString()}>
        <DeliverySearch
          key={params.toString()}
          search={search}
          go={(next) => setParams(Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')))}
        />
      </Filters>
      <List search={search} />
      {maySeeCosts ? <DeliveryCosts from={search.from} to={search.to} /> : null}
    </Page>
  )
}

function List({ search }: { search: Search }) {
  const interval = useLiveInterval(10_000)
  const isSearch = searched.some((name) => search[name] !== '')
  const orNone = (text: string) => (text === '' ? undefined : text)
  const query = {
    channel: parseChoice(deliveryChannels, search.channel),
    state: parseChoice(deliveryStates, search.state),
    player: orNone(search.player),
    from: orNone(search.from),
    to: orNone(search.to),
  }
  const listed = useInfiniteQuery({
    queryKey: ['deliveries', 'list', query],
    queryFn: ({ pageParam }) => call('allDeliveries', { query: { ...query, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <Asked query={listed}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.deliveries)
        if (rows.length === 0)
          return isSearch ? (
            <Empty title={words.noneFound} action={<Link to={paths.deliveries}>{en.console.all}</Link>}>
              {words.noneFoundText}
            </Empty>
          ) : (
            <Empty title={words.none}>{words.noneText}</Empty>
          )
        return (
          <>
            <ListTable
              name="deliveries"
              label={words.title}
              columns={[
                { key: 'when', label: words.when },
                { key: 'player', label: words.player },
                { key: 'kind', label: words.kind },
                { key: 'channel', label: words.channel },
                { key: 'state', label: words.state },
                { key: 'tries', label: words.tries, isNumber: true },
                { key: 'cost', label: words.cost, isNumber: true },
              ]}
              rows={rows.map((one) => ({ key: `${one.message_id}.${one.channel}`, cells: cellsOf(one) }))}
            />
            <More of={listed} />
          </>
        )
      }}
    </Asked>
  )
}

const kindText = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')

function cellsOf(one: ListedDelivery) {
  const named = {
    kind: kindText(one.kind),
    channel: words.channels[one.channel],
    player: one.player.player_name,
  }
  return {
    when: formatExactTime(one.created_at),
    player: <PlayerLink id={one.player.id} name={named.player} />,
    kind: named.kind,
    channel: named.channel,
    state: (
      <div className={styles['state']}>
        <Badge tone={tones[one.state]}>{words.states[one.state]}</Badge>
        {one.reason === null ? null : <span>{reasonText(one.reason)}</span>}
        <details className={styles['steps']}>
          <summary aria-label={fill(words.stepsOf, named)}>{words.steps}</summary>
          <DeliverySteps delivery={one} />
        </details>
        {one.state === 'failed' && one.channel !== 'inbox' ? (
          <Retry id={one.message_id} channel={one.channel} label={fill(words.retryOf, named)} />
        ) : null}
      </div>
    ),
    tries: one.tries,
    cost: one.cost === null ? '' : formatMoney(one.cost.amount, one.cost.currency),
  }
}

function Retry({ id, channel, label }: { id: string; channel: OuterChannel; label: string }) {
  const mayRetry = usePermission('messages.resend')
  const refresh = useRefresh()
  const toast = useToast()
  const retry = useMutation({
    mutationFn: () => call('retryDelivery', { params: { id }, body: { channel } }),
    onSuccess: () => toast(words.sentAgain, 'good'),
    onError: (error) => toast(sentenceOf(error), 'bad'),
    onSettled: () => refresh('deliveries', 'messages'),
  })
  if (!mayRetry) return null
  return (
    <Button kind="quiet" small busy={retry.isPending} aria-label={label} onClick={() => retry.mutate()}>
      {words.retry}
    </Button>
  )
}
