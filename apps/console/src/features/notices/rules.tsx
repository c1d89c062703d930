import type { NoticeChannel } from '@dhow/contract/notice-channels'
import type { NoticeRule } from '@dhow/contract/notices'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Badge, Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { useMe, useRefresh, type Me } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { RuleForm } from './rule-form.tsx'
import styles from './notices.module.css'

const words = en.notices

/** Rules, with the form to add or change one. */
export function Rules({ rules, channels }: { rules: NoticeRule[]; channels: NoticeChannel[] }) {
  const [edited, setEdited] = useState<NoticeRule | 'new'>()
  const { four_eyes: markets } = useMe()
  const isOpen = edited !== undefined
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>{words.rules}</h2>
        {isOpen ? null : <Button onClick={() => setEdited('new')}>{words.addRule}</Button>}
      </div>
      {isOpen ? (
        <RuleForm
          key={edited === 'new' ? 'new' : edited.id}
          rule={edited === 'new' ? undefined : edited}
          channels={channels}
          close={() => setEdited(undefined)}
        />
      ) : null}
      {rules.length === 0 ? (
        <Empty title={words.noRules}>{words.noRulesText}</Empty>
      ) : (
        <Table
          label={words.rules}
          columns={[
            { key: 'name', label: words.name },
            { key: 'kind', label: words.kind },
            { key: 'to', label: words.goesTo },
            { key: 'state', label: words.state },
            { key: 'acts', label: words.edit },
          ]}
          rows={rules.map((rule) => ({
            key: rule.id,
            cells: {
              name: rule.name,
              kind: conditionOf(rule, markets),
              to:
                channels.flatMap(({ id, name }) => (rule.channels.includes(id) ? [name] : [])).join(', ') ||
                words.nobody,
              state: <Badge tone={rule.enabled ? 'good' : 'neutral'}>{rule.enabled ? words.on : words.off}</Badge>,
              acts: <Acts rule={rule} edit={() => setEdited(rule)} />,
            },
          }))}
        />
      )}
    </section>
  )
}

function conditionOf({ kind, queue, minutes, market, amount, hours }: NoticeRule, markets: Me['four_eyes']): string {
  const currency = markets.find((row) => row.market === market)?.currency
  return fill(words.condition[kind], {
    queue: queue === null ? '' : en.overview.queueNames[queue],
    minutes: minutes ?? 0,
    hours: hours ?? 0,
    amount: amount === null || currency === undefined ? '' : formatMoney(amount, currency),
    market: market === null ? '' : en.market[market],
  })
}

function Acts({ rule, edit }: { rule: NoticeRule; edit: () => void }) {
  const refresh = useRefresh()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: () => call('removeNoticeRule', { params: { id: rule.id } }),
    onError: (error) => toast(sentenceOf(error), 'bad'),
    onSettled: () => refresh('notice-rules', 'notices', 'audit'),
  })
  const label = (act: string) => fill(words.of, { act, name: rule.name })
  return (
    <div className={styles['acts']}>
      <Button kind="quiet" small aria-label={label(words.edit)} onClick={edit}>
        {words.edit}
      </Button>
      <Button
        kind="plain"
        small
        busy={remove.isPending}
        aria-label={label(words.remove)}
        onClick={() => remove.mutate()}
      >
        {words.remove}
      </Button>
    </div>
  )
}
