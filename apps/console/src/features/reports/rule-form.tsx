import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import { isLevel, rulesOf, type RiskReportCode, type riskRuleCalls } from '@dhow/contract/report-rules'
import type { Market } from '@dhow/contract/shapes'
import { Button } from '@dhow/ui/button'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { asTyped } from '../../shared/as-typed.ts'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.reports.rules
const calls = {
  harm: { preview: 'previewHarmRule', change: 'changeHarmRule' },
  laundering: { preview: 'previewLaunderingRule', change: 'changeLaunderingRule' },
} as const satisfies Record<RiskReportCode, Record<string, string>>
type Rule = ReplyOf<(typeof riskRuleCalls)[RiskReportCode]['read']>['rules'][number]

interface RuleFormParts {
  report: RiskReportCode
  market: Market
  rule: Rule
  close: () => void
}

/** Form for other values of a rule: a preview of the players found, and the change with its reason. */
export function RuleForm({ report, market, rule, close }: RuleFormParts) {
  const { code } = rule
  const { name = code, definition = '', unit = 'count' } = rulesOf(report)[code] ?? {}
  const [typed, setTyped] = useState({ threshold: rule.threshold, days: `${rule.days}`, weight: `${rule.weight}` })
  const [on, setOn] = useState(rule.on)
  const [reason, setReason] = useState('')
  const refresh = useRefresh()
  const toast = useToast()
  const asked = {
    ...{ market, code, threshold: typed.threshold.trim(), days: Number(typed.days), weight: Number(typed.weight), on },
  }
  const preview = useMutation({ mutationFn: () => call(calls[report].preview, { body: asked }) })
  const change = useMutation({
    mutationFn: () => call(calls[report].change, { body: { ...asked, reason: reason.trim() } }),
    onSuccess({ waits }) {
      refresh('risk-rules', 'table-report', 'changes', 'audit')
      toast(waits ? words.proposed : words.saved, 'good')
      close()
    },
  })
  const error = change.error ?? preview.error
  const set = (field: keyof typeof typed, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    // Counted with other values.
    preview.reset()
  }
  const number = (field: keyof typeof typed, label: string, isDecimal = false) => (
    <TextField
      label={label}
      {...asTyped(typed[field], (value) => set(field, value), errorsOf(error, field))}
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      autoFocus={field === 'threshold'}
      autoComplete="off"
      required
    />
  )
  return (
    <ActionForm
      title={fill(words.change, { rule: name })}
      lead={fill(words.formLead, { rule: name, definition })}
      confirm={words.save}
      action={change}
      cancel={close}
    >
      <div className={form['pair']}>
        {number('threshold', words.sum[unit], unit === 'money')}
        {isLevel(code) ? null : number('days', words.daysField)}
        {isLevel(code) ? null : number('weight', words.pointsField)}
      </div>
      {isLevel(code) ? null : (
        <CheckField
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked)
            preview.reset()
          }}
        >
          {words.onField}
        </CheckField>
      )}
      <ReasonField
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        set={setReason}
        errors={errorsOf(change.error, 'reason')}
      />
      <Button kind="quiet" busy={preview.isPending} onClick={() => preview.mutate()}>
        {words.preview}
      </Button>
      <p role="status">{preview.data ? previewText(preview.data) : preview.error ? sentenceOf(preview.error) : ''}</p>
    </ActionForm>
  )
}

const previewText = ({ now, next, loosens }: { now: number; next: number; loosens: boolean }): ReactNode => (
  <>
    {fill(now === next ? words.nextSame : words.next, { now, next })} {loosens ? words.loosens : words.tightens}
  </>
)
