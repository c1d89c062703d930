import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { firstPage } from '@dhow/client/first-page'
import { Empty } from '@dhow/ui/feedback'
import { paths, pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { parseChoice } from '../../shared/choices.ts'
import { formatMoney, formatExactTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { en } from '../../shared/words/en.ts'
import { useAsked } from './report-page.tsx'

const words = en.reports.funnel
const steps = ['submitted', 'approved', 'credited', 'not_credited'] as const

/** Payments behind a count of the funnel; each links to its page. */
export function FunnelPayments() {
  const { asked, params } = useAsked()
  const method = params.get('method') ?? undefined
  const step = parseChoice(steps, params.get('step') ?? '') ?? 'submitted'
  const listed = useInfiniteQuery({
    queryKey: ['report-funnel-payments', asked, method, step],
    queryFn: ({ pageParam }) => call('staffFunnelPayments', { query: { ...asked, method, step, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const back = new URLSearchParams(params)
  back.delete('step')
  back.delete('method')
  return (
    <Page
      title={words.payments[step]}
      lead={words.paymentsLead}
      tools={<Link to={`${paths.reportFunnel}?${back}`}>{words.back}</Link>}
    >
      <Asked query={listed}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.payments)
          if (rows.length === 0) return <Empty title={words.noPayments} />
          return (
            <>
              <ListTable
                name="funnel-payments"
                label={words.payments[step]}
                columns={[
                  { key: 'id', label: words.payment },
                  { key: 'method', label: words.method },
                  { key: 'amount', label: en.reports.amount, isNumber: true },
                  { key: 'submitted', label: words.submitted },
                  { key: 'approved', label: words.approved },
                  { key: 'credited', label: words.credited },
                ]}
                rows={rows.map((row) => ({
                  key: row.id,
                  cells: {
                    id: <Link to={pathOf(row.id) ?? '#'}>{row.id}</Link>,
                    method: row.name,
                    amount: row.amount === null ? '–' : formatMoney(row.amount, row.currency),
                    submitted: formatExactTime(row.submitted_at),
                    approved: row.approved_at === null ? '–' : formatExactTime(row.approved_at),
                    credited: row.credited_at === null ? '–' : formatExactTime(row.credited_at),
                  },
                }))}
              />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}
