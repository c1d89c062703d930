import { translate } from '../../shared/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import { Button } from '@dhow/ui/button'
import { Empty, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { pathOf, paths } from '../../app/paths.ts'
import { call, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import detail from '../../shared/queue/detail.module.css'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { BatchDetail } from './batch-detail.tsx'

const words = en.payouts

/** Approved withdrawals without a batch, and the batches so far. */
export function Payouts() {
  const { id } = useParams()
  const asked = useLiveQuery(['payout-batches'], () => call('staffPayoutBatches'))
  return (
    <Page title={words.title} lead={words.lead}>
      {id === undefined ? (
        <Asked query={asked}>
          {({ batches, ready }) => (
            <>
              <h2>{words.ready}</h2>
              <Ready ready={ready} />
              <h2>{words.batches}</h2>
              <Batches batches={batches} />
            </>
          )}
        </Asked>
      ) : (
        <>
          <Link to={paths.payouts}>← {en.console.toList}</Link>
          <BatchDetail key={id} id={id} />
        </>
      )}
    </Page>
  )
}

type ReadyRow = Awaited<ReturnType<typeof call<'staffPayoutBatches'>>>['ready'][number]

function Ready({ ready }: { ready: ReadyRow[] }) {
  const mayMake = usePermission('withdrawals.send')
  const refresh = useRefresh()
  const navigate = useNavigate()
  const toast = useToast()
  const make = useMutation({
    mutationFn: (kind: ReadyRow['kind']) => call('makePayoutBatch', { body: { kind } }),
    onSuccess({ batch, held_back: held }) {
      refresh('payout-batches', 'withdrawals', 'audit')
      toast(held.length === 0 ? words.made : fill(en.holds.madeWithout, { count: held.length }), 'good')
      void navigate(pathOf(batch.id) ?? paths.payouts)
    },
    onError: () => refresh('payout-batches'),
  })
  if (ready.length === 0) return <p>{words.nothingReady}</p>
  return (
    <>
      {make.error ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(make.error)}
        </Notice>
      ) : null}
      <Table
        label={words.ready}
        columns={[
          { key: 'kind', label: words.payTo },
          { key: 'payouts', label: words.payouts, isNumber: true },
          { key: 'amount', label: words.amount, isNumber: true },
          { key: 'make', label: '' },
        ]}
        rows={ready.map((row) => ({
          key: row.kind,
          cells: {
            kind: words.kinds[row.kind],
            payouts: row.payouts,
            amount: formatMoney(row.amount, row.currency),
            make:
              mayMake && row.payouts > 0 ? (
                <Button small busy={make.isPending} onClick={() => make.mutate(row.kind)}>
                  {fill(words.make, { count: Math.min(row.payouts, 200) })}
                </Button>
              ) : null,
          },
        }))}
      />
      <HeldBackPayouts
        held={ready.flatMap((row) => row.held_back.map((one) => ({ ...one, currency: row.currency })))}
      />
    </>
  )
}

/** Approved payouts that cannot go into a batch now, with the reasons. */
function HeldBackPayouts({ held }: { held: (ReadyRow['held_back'][number] & { currency: ReadyRow['currency'] })[] }) {
  if (held.length === 0) return null
  return (
    <Notice tone="warn">
      <div className={detail['block']}>
        <strong>
          {en.holds.keptBack}: {held.length}
        </strong>
        <p>{en.holds.keptBackLead}</p>
        <ul className={detail['warning']}>
          {held.map((one) => (
            <li key={one.id}>
              <Link to={pathOf(one.id) ?? ''}>
                {one.player_name}, {formatMoney(one.amount, one.currency)}
              </Link>{' '}
              {one.reasons.map(translate).join(' ')}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}

function Batches({ batches }: { batches: PayoutBatch[] }) {
  if (batches.length === 0) return <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
  return (
    <Table
      label={words.batches}
      columns={[
        { key: 'batch', label: words.batch },
        { key: 'kind', label: words.payTo },
        { key: 'payouts', label: words.payouts },
        { key: 'total', label: words.total, isNumber: true },
        { key: 'made', label: words.madeBy },
        { key: 'state', label: words.state },
      ]}
      rows={batches.map((batch) => ({
        key: batch.id,
        cells: {
          batch: <Link to={pathOf(batch.id) ?? ''}>{formatTime(batch.made_at)}</Link>,
          kind: words.kinds[batch.kind],
          payouts: Object.entries(batch.states)
            .map(([state, count]) => `${count} ${(en.money.states[state] ?? state).toLowerCase()}`)
            .join(', '),
          total: formatMoney(batch.total, batch.currency),
          made: batch.made_by,
          state: <StateBadge state={batch.state} />,
        },
      }))}
    />
  )
}
