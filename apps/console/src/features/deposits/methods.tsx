import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { staffPaymentMethods } from '@dhow/contract/methods'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Badge, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { methodPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.methods
const refreshEveryMs = 10_000
type Reply = ReplyOf<typeof staffPaymentMethods>
export type Method = Reply['methods'][number]
type MarketRow = Reply['markets'][number]

export function useMethods() {
  const interval = useLiveInterval(refreshEveryMs)
  return useQuery({ queryKey: ['methods'], queryFn: () => call('staffPaymentMethods'), refetchInterval: interval })
}

/** Deposit methods by market, with kill switches. */
export function Methods() {
  const asked = useMethods()
  const maySet = usePermission('methods.edit')
  return (
    <Page title={words.title} lead={maySet ? words.lead : words.readOnly}>
      <WaitingChanges kind="payment_detail" />
      <Asked query={asked}>
        {({ markets, methods }) =>
          markets.map((row) => (
            <section key={row.market} className={detail['block']}>
              <h2>
                {en.market[row.market]} ({row.currency})
              </h2>
              {row.legal ? null : <Notice tone="warn">{words.noLegal}</Notice>}
              <Facts
                rows={(['deposits', 'withdrawals'] as const).map((what) => ({
                  label: words[what],
                  value: <MarketSwitch key={`${row.market} ${what}`} row={row} what={what} />,
                }))}
              />
              <MethodTable methods={methods.filter((method) => method.market === row.market)} row={row} />
            </section>
          ))
        }
      </Asked>
    </Page>
  )
}

function MarketSwitch({ row, what }: { row: MarketRow; what: 'deposits' | 'withdrawals' }) {
  const [isOpen, setOpen] = useState(false)
  const maySet = usePermission('methods.edit')
  const closed = row[what]
  const action = closed ? words.actions.openMarket : words.actions.closeMarket
  const names = { what: words[what], market: en.market[row.market] }
  if (isOpen) {
    return (
      <ReasonForm
        words={{ ...action, label: fill(action.label, { what: words[what].toLowerCase() }) }}
        name={names}
        kind={closed ? 'main' : 'danger'}
        refresh={['methods']}
        send={(reason) =>
          call('switchMarket', { params: { market: row.market }, body: { what, open: closed !== null, reason } })
        }
        close={() => setOpen(false)}
      />
    )
  }
  return (
    <span className={detail['buttons']}>
      <Badge tone={closed ? 'bad' : 'good'}>{closed ? words.states.closed : words.open}</Badge>
      {closed ? (
        <span className={detail['quiet']}>
          {fill(words.closedSince, { when: formatTime(closed.at), reason: closed.reason })}
        </span>
      ) : null}
      {maySet ? (
        <Button
          kind="plain"
          small
          aria-label={`${fill(action.label, { what: words[what].toLowerCase() })}: ${en.market[row.market]}`}
          onClick={() => setOpen(true)}
        >
          {fill(action.label, { what: words[what].toLowerCase() })}
        </Button>
      ) : null}
    </span>
  )
}

function MethodTable({ methods, row }: { methods: Method[]; row: MarketRow }) {
  return (
    <Table
      label={`${words.title}: ${en.market[row.market]}`}
      columns={[
        { key: 'method', label: words.method },
        { key: 'kind', label: words.kind },
        { key: 'limits', label: words.limits },
        { key: 'details', label: words.details, isNumber: true },
        { key: 'place', label: words.place, isNumber: true },
        { key: 'state', label: words.state },
      ]}
      rows={methods.map((method) => ({
        key: method.code,
        cells: {
          method: <Link to={methodPath(method.code)}>{method.display_name}</Link>,
          kind: words.kinds[method.kind],
          limits: limitsOf(method),
          details:
            method.kind === 'manual'
              ? fill(words.detailCount, {
                  shown: method.details.filter((one) => one.enabled && one.within).length,
                  all: method.details.length,
                })
              : '',
          place: method.position,
          state: <MethodState method={method} />,
        },
      }))}
    />
  )
}

export const limitsOf = ({ limits, currency }: Method): string =>
  limits === null
    ? words.noLimits
    : fill(words.range, { min: formatMoney(limits.min, currency), max: formatMoney(limits.max, currency) })

export function MethodState({ method }: { method: Method }) {
  if (method.shown) return <Badge tone="good">{words.states.shown}</Badge>
  if (method.closed) return <Badge tone="bad">{words.states.closed}</Badge>
  if (!method.configured) return <Badge>{method.kind === 'manual' ? words.states.empty : words.states.off}</Badge>
  const hasShown = method.kind !== 'manual' || method.details.some((one) => one.enabled && one.within)
  return <Badge tone="warn">{hasShown ? words.states.market : words.states.empty}</Badge>
}
