import type { ReplyOf } from '@dhow/contract/operation'
import type { deliveryCosts } from '@dhow/contract/deliveries'
import { useQuery } from '@tanstack/react-query'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.deliveries
type Costs = ReplyOf<typeof deliveryCosts>

/** Cost of deliveries by day and channel, and the used part of the daily cap. */
export function DeliveryCosts({ from, to }: { from: string; to: string }) {
  const query = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
  const asked = useQuery({
    queryKey: ['deliveries', 'costs', query],
    queryFn: () => call('deliveryCosts', { query }),
  })
  return (
    <section className={detail['block']} aria-label={words.costs}>
      <h2>{words.costs}</h2>
      <p className={detail['quiet']}>{words.costsLead}</p>
      <Asked query={asked}>
        {(costs) => (
          <>
            <ByDay costs={costs} />
            <Counted costs={costs} />
          </>
        )}
      </Asked>
    </section>
  )
}

function ByDay({ costs: { days } }: { costs: Costs }) {
  if (days.length === 0) return <p>{words.noCosts}</p>
  return (
    <Table
      label={words.costs}
      columns={[
        { key: 'day', label: words.day },
        { key: 'channel', label: words.channel },
        { key: 'deliveries', label: words.deliveries, isNumber: true },
        { key: 'parts', label: words.parts, isNumber: true },
        { key: 'cost', label: words.cost, isNumber: true },
      ]}
      rows={days.map(({ day, channel, currency, deliveries, parts, cost }) => ({
        key: `${day}-${channel}-${currency}`,
        cells: { day, channel: words.channels[channel], deliveries, parts, cost: formatMoney(cost, currency) },
      }))}
    />
  )
}

function Counted({ costs: { counted, operator_a_day: cap } }: { costs: Costs }) {
  if (counted.length === 0) return <p>{words.noneCounted}</p>
  return (
    <Table
      label={words.counted}
      columns={[
        { key: 'day', label: words.day },
        { key: 'market', label: words.market },
        { key: 'counted', label: words.counted, isNumber: true },
      ]}
      rows={counted.map(({ day, market, deliveries }) => ({
        key: `${day}-${market}`,
        cells: {
          ...{ day, market: en.market[market] },
          counted: fill(words.ofCap, { count: deliveries.toLocaleString('en'), cap: cap.toLocaleString('en') }),
        },
      }))}
    />
  )
}
