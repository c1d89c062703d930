import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { listedFigures, reportFigures } from '@dhow/contract/report-figures'
import { Empty } from '@dhow/ui/feedback'
import { reportsPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { parseChoice } from '../../shared/choices.ts'
import { firstPage } from '@dhow/client/first-page'
import { fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { PlayerLink } from '../../shared/player-link.tsx'
import { Page } from '../../shared/page.tsx'
import { en } from '../../shared/words/en.ts'
import { valueText } from './figures.tsx'
import { parseAsked, dayText } from './period.ts'

const words = en.reports

/** Ledger entries that add up to a figure. */
export function ReportEntries() {
  const [params] = useSearchParams()
  const asked = parseAsked(params)
  const figure = parseChoice(listedFigures, params.get('figure') ?? '') ?? 'ggr'
  const hour = params.get('hour') ?? undefined
  const listed = useInfiniteQuery({
    queryKey: ['report-entries', asked, figure, hour],
    queryFn: ({ pageParam }) => call('staffReportEntries', { query: { ...asked, figure, hour, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const report = useQuery({ queryKey: ['report', asked], queryFn: () => call('staffReport', { query: asked }) })
  const sum = report.data?.figures.find(({ code }) => code === figure)
  const { name } = reportFigures[figure]
  return (
    <Page
      title={words.entries}
      lead={
        hour === undefined
          ? fill(words.entriesLead, { figure: name })
          : fill(words.entriesOfHour, { figure: name, hour: `${hour.padStart(2, '0')}:00` })
      }
      tools={<Link to={reportsPath(asked)}>{words.backToReport}</Link>}
    >
      {report.data && sum ? (
        <p>
          {fill(words.entriesSum, {
            figure: name,
            sum: valueText(figure, sum.value, report.data.currency),
            from: dayText(report.data.from),
            to: dayText(report.data.to),
          })}
        </p>
      ) : null}
      <Asked query={listed}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.entries.map((entry) => ({ ...entry, currency: page.currency })))
          if (rows.length === 0) return <Empty title={words.noEntries} />
          return (
            <>
              <ListTable
                name="entries"
                label={words.entries}
                columns={[
                  { key: 'at', label: words.at },
                  { key: 'reason', label: words.reason },
                  { key: 'player', label: words.player },
                  { key: 'debit', label: words.debit },
                  { key: 'credit', label: words.credit },
                  { key: 'amount', label: name, isNumber: true },
                ]}
                rows={rows.map((row) => ({
                  key: row.id,
                  cells: {
                    at: formatExactTime(row.at),
                    reason: en.players.kinds[row.reason] ?? <span translate="no">{row.reason}</span>,
                    player:
                      row.player_id === null ? (
                        ''
                      ) : (
                        <PlayerLink id={row.player_id} name={row.player_id} mobile={row.mobile} />
                      ),
                    debit: <span translate="no">{row.debit}</span>,
                    credit: <span translate="no">{row.credit}</span>,
                    amount: formatMoney(row.amount, row.currency),
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
