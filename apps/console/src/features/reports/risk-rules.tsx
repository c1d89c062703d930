import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import { isLevel, riskReports, rulesOf, type RiskReportCode, type riskRuleCalls } from '@dhow/contract/report-rules'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { DefinedName } from '../../shared/definition.tsx'
import { fill, formatExactTime } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import { Page } from '../../shared/page.tsx'
import { usePermission } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { parseAsked } from './period.ts'
import styles from './reports.module.css'
import { RuleForm } from './rule-form.tsx'
import { measureText } from './table-cells.tsx'

const words = en.reports.rules
const calls = { harm: 'staffHarmRules', laundering: 'staffLaunderingRules' } as const
type Reply = ReplyOf<(typeof riskRuleCalls)[RiskReportCode]['read']>
type Values = Reply['changes'][number]['after']

/** Rules of a risk report in a market, with waiting and past changes. */
export function RiskRules({ code }: { code: RiskReportCode }) {
  const [params, setParams] = useSearchParams()
  const { market } = parseAsked(params)
  const { report } = riskReports[code]
  const rules = useQuery({
    queryKey: ['risk-rules', code, market],
    queryFn: () => call(calls[code], { query: { market } }),
  })
  const reportPath = `${code === 'harm' ? paths.reportHarm : paths.reportLaundering}?${new URLSearchParams({ market })}`
  return (
    <Page
      title={fill(words.title, { report: report.title })}
      lead={words.lead}
      tools={<Link to={reportPath}>{words.backToReport}</Link>}
    >
      <p>{report.lead}</p>
      <div className={styles['choices']}>
        <MarketField
          label={en.reports.market}
          value={market}
          set={(next) => setParams({ market: next })}
          errors={undefined}
        />
      </div>
      <WaitingChanges kind="report_rule" />
      <Asked query={rules}>
        {(reply) => (
          <>
            <Rules key={market} code={code} reply={reply} />
            <Changes code={code} reply={reply} />
          </>
        )}
      </Asked>
    </Page>
  )
}

const thresholdOf = (code: RiskReportCode, rule: string, threshold: string, currency: Currency) =>
  measureText(rulesOf(code)[rule]?.unit ?? 'count', threshold, currency)

function Rules({ code, reply }: { code: RiskReportCode; reply: Reply }) {
  const mayChange = usePermission('reports.set_rules')
  const [open, setOpen] = useState<string>()
  const rule = reply.rules.find((one) => one.code === open)
  return (
    <section className={styles['part']}>
      <h2>{words.list}</h2>
      {rule ? (
        <RuleForm key={rule.code} report={code} market={reply.market} rule={rule} close={() => setOpen(undefined)} />
      ) : null}
      <Table
        label={words.list}
        columns={[
          { key: 'rule', label: words.rule },
          { key: 'days', label: words.days, isNumber: true },
          { key: 'from', label: words.from, isNumber: true },
          { key: 'points', label: words.points, isNumber: true },
          { key: 'on', label: words.on },
          ...(mayChange ? [{ key: 'act', label: words.act }] : []),
        ]}
        rows={reply.rules.map((row) => {
          const { name = row.code, definition = '' } = rulesOf(code)[row.code] ?? {}
          return {
            key: row.code,
            cells: {
              rule: <DefinedName name={name} definition={definition} />,
              days: isLevel(row.code) ? '' : row.days,
              from: thresholdOf(code, row.code, row.threshold, reply.currency),
              points: isLevel(row.code) ? '' : row.weight,
              on: words.onOff[row.on ? 'true' : 'false'],
              act: mayChange ? (
                <Button
                  small
                  kind="plain"
                  aria-expanded={open === row.code}
                  aria-label={fill(words.change, { rule: name })}
                  onClick={() => setOpen(row.code)}
                >
                  {words.act}
                </Button>
              ) : null,
            },
          }
        })}
      />
    </section>
  )
}

function valuesText(code: RiskReportCode, rule: string, values: Values, currency: Currency): string {
  if (!values.on) return words.off
  const from = thresholdOf(code, rule, values.threshold, currency)
  if (isLevel(rule)) return from
  return fill(words.values, {
    from,
    days: values.days === 1 ? words.oneDay : fill(words.dayCount, { days: values.days }),
    points: values.weight === 1 ? words.onePoint : fill(words.pointCount, { points: values.weight }),
  })
}

function Changes({ code, reply: { changes, currency } }: { code: RiskReportCode; reply: Reply }) {
  return (
    <section className={styles['part']}>
      <h2>{words.history}</h2>
      {changes.length === 0 ? (
        <Empty title={words.noChanges} />
      ) : (
        <Table
          label={words.history}
          columns={[
            { key: 'at', label: words.at },
            { key: 'by', label: words.by },
            { key: 'rule', label: words.rule },
            { key: 'before', label: words.before },
            { key: 'after', label: words.after },
            { key: 'reason', label: words.reason },
          ]}
          rows={changes.map((change) => ({
            key: change.id,
            cells: {
              at: formatExactTime(change.at),
              by:
                change.confirmed_by === null
                  ? change.operator
                  : fill(words.byTwo, { operator: change.operator, second: change.confirmed_by }),
              rule: rulesOf(code)[change.code]?.name ?? change.code,
              before: valuesText(code, change.code, change.before, currency),
              after: valuesText(code, change.code, change.after, currency),
              reason: change.reason,
            },
          }))}
        />
      )}
    </section>
  )
}
