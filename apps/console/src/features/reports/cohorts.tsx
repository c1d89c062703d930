import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@dhow/contract/operation'
import { cohortFigures, type staffReportCohorts } from '@dhow/contract/report-cohorts'
import { Empty } from '@dhow/ui/feedback'
import { Table, type Column } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { ReportPage, useAsked } from './report-page.tsx'

const words = en.reports
type Reply = ReplyOf<typeof staffReportCohorts>
type Cohort = Reply['cohorts'][number]

/** Players by month of first deposit; market and days of first deposits are in the address. */
export function Cohorts() {
  const { asked } = useAsked()
  const cohorts = useQuery({
    queryKey: ['report-cohorts', asked],
    queryFn: () => call('staffReportCohorts', { query: asked }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      screen="cohorts"
      title={words.cohorts}
      lead={words.cohortsLead}
      query={cohorts}
      files={['staffReportCohortsFile', 'staffReportCohortsWorkbook']}
    >
      {(reply) => (reply.cohorts.length === 0 ? <Empty title={words.noCohorts} /> : <Content reply={reply} />)}
    </ReportPage>
  )
}

function Content({ reply: { cohorts, currency } }: { reply: Reply }) {
  const months = Math.max(...cohorts.map(({ vintage }) => vintage.length))
  const amount = (value: string | null | undefined) =>
    value === null || value === undefined ? '–' : formatMoney(value, currency)
  return (
    <>
      <Part
        figure="retention"
        cohorts={cohorts}
        columns={(cohorts[0]?.retention ?? []).map(({ day }) => fill(words.afterDays, { count: day }))}
        cellsOf={({ retention }) => retention.map(({ back, of }) => (of === 0 ? '–' : shareText(back, of)))}
      />
      <Part
        figure="ltv"
        cohorts={cohorts}
        columns={(cohorts[0]?.ltv ?? []).map(({ days }) => fill(words.days, { count: days }))}
        cellsOf={({ ltv }) => ltv.map(({ per_player }) => amount(per_player))}
      />
      {(['deposits', 'withdrawals'] as const).map((kind) => (
        <Part
          key={kind}
          figure="vintage"
          title={words.vintage[kind]}
          cohorts={cohorts}
          columns={Array.from({ length: months }, (_, month) => fill(words.monthAfter, { month }))}
          cellsOf={({ vintage }) => Array.from({ length: months }, (_, month) => amount(vintage[month]?.[kind]))}
        />
      ))}
    </>
  )
}

const shareText = (back: number, of: number) => `${Math.round((back / of) * 100)} % (${back}/${of})`

function Part({
  figure,
  title,
  cohorts,
  columns,
  cellsOf,
}: {
  figure: keyof typeof cohortFigures
  title?: string
  cohorts: readonly Cohort[]
  columns: readonly string[]
  cellsOf: (cohort: Cohort) => string[]
}) {
  const { name, definition } = cohortFigures[figure]
  const label = title ?? name
  const heads: Column[] = [
    { key: 'month', label: words.firstDeposit },
    { key: 'players', label: words.players, isNumber: true },
    ...columns.map((column) => ({ key: column, label: column, isNumber: true })),
  ]
  return (
    <section>
      <h2>
        <DefinedName name={label} definition={definition} />
      </h2>
      <Table
        label={label}
        columns={heads}
        rows={cohorts.map((cohort) => {
          const cells = cellsOf(cohort)
          return {
            key: cohort.month,
            cells: {
              month: cohort.month,
              players: cohort.players.toLocaleString('en'),
              ...Object.fromEntries(columns.map((column, index) => [column, cells[index]])),
            },
          }
        })}
      />
    </section>
  )
}
