import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { matchSegment, Segment, segmentFields, SegmentRule, SegmentRules } from '@dhow/contract/segments'
import type { Market } from '@dhow/contract/shapes'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, hasFieldErrors, sentenceOf } from '../../shared/api.ts'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import detail from '../../shared/queue/detail.module.css'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { CountList, MatchedPlayers } from './dry-run.tsx'
import { asksEverybody, EverybodyField } from './everybody-field.tsx'

const words = en.campaigns
type Fields = ReplyOf<typeof segmentFields>['fields']

/** Editor of rules with the server's fields and operators; shows the matching players. */
export function SegmentEditor({
  segment,
  fields,
  close,
}: {
  segment: Segment | undefined
  fields: Fields
  close: () => void
}) {
  const [name, setName] = useState(segment?.name ?? '')
  const [market, setMarket] = useState<Market>(segment?.market ?? 'NA')
  const [rules, setRules] = useState<SegmentRules>(segment?.rules ?? { match: 'all', rules: [] })
  const [everybody, setEverybody] = useState(false)
  const save = useSave(segment, () => ({ name, market, rules, everybody }), close)
  const match = useMutation({ mutationFn: () => call('matchSegment', { body: { market, rules } }) })
  const isAsked = asksEverybody(save.error)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const set = (next: SegmentRules) => {
    setRules(next)
    match.reset()
  }
  return (
    <form method="post" className={detail['action']} onSubmit={onSubmit} aria-label={words.newSegment} data-action-form>
      <div className={form['pair']}>
        <TextField
          label={words.segmentName}
          {...asTyped(name, setName, errorsOf(save.error, 'name'))}
          maxLength={60}
          required
        />
        {segment ? null : <MarketField label={words.market} value={market} set={setMarket} errors={undefined} />}
        <SelectField
          label={words.match}
          value={rules.match}
          onChange={(event) => set({ ...rules, match: event.target.value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">{words.matchAll}</option>
          <option value="any">{words.matchAny}</option>
        </SelectField>
      </div>
      <Rules fields={fields} rules={rules.rules} set={(next) => set({ ...rules, rules: next })} />
      {save.error && !hasFieldErrors(save.error) ? (
        <Notice tone={isAsked ? 'warn' : 'bad'} role="alert">
          {sentenceOf(save.error)}
        </Notice>
      ) : null}
      {isAsked || everybody ? <EverybodyField error={save.error} checked={everybody} set={setEverybody} /> : null}
      <div className={detail['buttons']}>
        <Button type="submit" busy={save.isPending}>
          {words.saveSegment}
        </Button>
        <Button kind="quiet" busy={match.isPending} onClick={() => match.mutate()}>
          {words.show}
        </Button>
        <Button kind="plain" onClick={close}>
          {en.console.cancel}
        </Button>
      </div>
      {match.error ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(match.error)}
        </Notice>
      ) : null}
      {match.data ? <Match found={match.data} /> : null}
    </form>
  )
}

/** Players that the rules match now. */
function Match({ found }: { found: ReplyOf<typeof matchSegment> }) {
  return (
    <div role="status">
      <p>{fill(words.matched, { matched: found.matched, all: found.all })}</p>
      {found.everybody ? <Notice tone="warn">{words.everybody}</Notice> : null}
      <CountList counts={found.unreachable} />
      <MatchedPlayers players={found.players} />
    </div>
  )
}

function useSave(
  segment: Segment | undefined,
  bodyOf: () => { name: string; market: Market; rules: SegmentRules; everybody: boolean },
  close: () => void,
) {
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    async mutationFn() {
      const { market, ...body } = bodyOf()
      if (!segment) return call('createSegment', { body: { ...body, market } })
      return call('changeSegment', { params: { id: segment.id }, body: { ...body, version: segment.version } })
    },
    onSuccess({ segment: { name } }) {
      refresh('segments', 'audit')
      toast(fill(words.segmentSaved, { name }), 'good')
      close()
    },
  })
}

function Rules({
  fields,
  rules,
  set,
}: {
  fields: Fields
  rules: readonly SegmentRule[]
  set: (rules: SegmentRule[]) => void
}) {
  const [first] = fields
  const change = (index: number, rule: SegmentRule) => set(rules.map((one, at) => (at === index ? rule : one)))
  const add = () => first && set([...rules, { field: first.field, operator: 'at_least', value: '' }])
  return (
    <>
      {rules.length === 0 ? <p>{words.noRules}</p> : null}
      {rules.map((rule, index) => (
        <RuleRow
          // oxlint-disable-next-line react/no-array-index-key -- a rule has no id but its position
          key={index}
          number={index + 1}
          fields={fields}
          rule={rule}
          change={(next) => change(index, next)}
          remove={() => set(rules.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button kind="quiet" small onClick={add}>
          {words.addRule}
        </Button>
      </div>
    </>
  )
}

function RuleRow({
  number,
  fields,
  rule,
  change,
  remove,
}: {
  number: number
  fields: Fields
  rule: SegmentRule
  change: (rule: SegmentRule) => void
  remove: () => void
}) {
  const field = fields.find((one) => one.field === rule.field)
  return (
    <div className={form['pair']}>
      <SelectField
        label={`${words.field} ${number}`}
        value={rule.field}
        onChange={(event) => change({ field: event.target.value, operator: 'at_least', value: '' })}
      >
        {fields.map((one) => (
          <option key={one.field} value={one.field}>
            {words.groups[one.group]}: {one.label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={`${words.operator} ${number}`}
        value={rule.operator}
        onChange={(event) => {
          const operator = field?.operators.find((one) => one.operator === event.target.value)?.operator
          if (operator) change({ ...rule, operator, value: operator === 'never' ? '' : rule.value })
        }}
      >
        {field?.operators.map((one) => (
          <option key={one.operator} value={one.operator}>
            {one.label}
          </option>
        ))}
      </SelectField>
      {rule.operator === 'never' ? null : (
        <TextField
          label={`${words.value} ${number}`}
          {...asTyped(rule.value, (value) => change({ ...rule, value }))}
          inputMode="decimal"
          maxLength={20}
          required
        />
      )}
      <Button kind="plain" small aria-label={fill(words.removeRule, { number })} onClick={remove}>
        {fill(words.removeRule, { number })}
      </Button>
    </div>
  )
}
