import { ListTable } from '../../shared/list-table.tsx'
import { termText } from '../../shared/translate.ts'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffBonusRules } from '@dhow/contract/bonus-rules'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { StopForm } from '../../shared/queue/stop-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { rulesText } from './claim-rule-fields.tsx'
import { NewBonus } from './new-bonus.tsx'
import { RefusedClaims } from './refused-claims.tsx'

const words = en.bonuses
const refreshEveryMs = 15_000
type Rule = ReplyOf<typeof staffBonusRules>['rules'][number]
const tones: Record<Rule['state'], Tone> = { open: 'good', stopped: 'bad', ended: 'neutral' }

/** Bonus and referral rules with their cost, and the form for a new one. */
export function Bonuses() {
  const [making, setMaking] = useState(false)
  const [stopping, setStopping] = useState<Rule>()
  const mayMake = usePermission('bonuses.make')
  const asked = useLiveQuery(['bonuses'], () => call('staffBonusRules'), refreshEveryMs)
  const make = mayMake && !making ? <Button onClick={() => setMaking(true)}>{words.make}</Button> : null
  return (
    <Page title={words.title} lead={mayMake ? words.lead : `${words.lead} ${words.viewOnly}`} tools={make}>
      {making ? <NewBonus close={() => setMaking(false)} /> : null}
      {stopping ? (
        <StopForm
          key={stopping.id}
          words={words}
          title={stopping.title}
          send={() => call('stopBonusRule', { params: { id: stopping.id }, body: {} })}
          refresh="bonuses"
          close={() => setStopping(undefined)}
        />
      ) : null}
      <Asked query={asked}>
        {({ rules }) =>
          rules.length === 0 ? (
            <Empty title={words.emptyTitle}>{mayMake ? words.emptyText : words.viewOnly}</Empty>
          ) : (
            <ListTable
              name="bonuses"
              label={words.title}
              columns={[
                { key: 'title', label: words.name },
                { key: 'kind', label: words.kind },
                { key: 'gives', label: words.gives },
                { key: 'claims', label: words.claims, isNumber: true },
                { key: 'given', label: words.given, isNumber: true },
                { key: 'converted', label: words.converted, isNumber: true },
                { key: 'until', label: words.until },
                { key: 'state', label: words.state },
              ]}
              rows={rules.map((rule) => ({ key: rule.id, cells: cellsOf(rule, mayMake ? setStopping : undefined) }))}
            />
          )
        }
      </Asked>
      <RefusedClaims />
    </Page>
  )
}

function cellsOf(rule: Rule, stop: ((rule: Rule) => void) | undefined) {
  const most = formatMoney(rule.max_amount, rule.currency)
  return {
    title: (
      <>
        {rule.title}
        {rule.claim_rules ? <small> {rulesText(rule.claim_rules)}</small> : null}
      </>
    ),
    kind: `${words.kinds[rule.kind]}, ${en.market[rule.market]}`,
    gives: (
      <details>
        <summary>{rule.kind === 'referral' ? most : fill(words.givesShare, { percent: rule.percent, most })}</summary>
        <ul aria-label={words.terms}>
          {rule.terms.map((term) => (
            <li key={JSON.stringify(term)}>{termText(term)}</li>
          ))}
        </ul>
      </details>
    ),
    claims: fill(words.claimsText, { claims: rule.claims, running: rule.running }),
    given: formatMoney(rule.given, rule.currency),
    converted: formatMoney(rule.converted, rule.currency),
    until: rule.ends_at === null ? words.noEnd : formatTime(rule.ends_at),
    state: (
      <>
        <Badge tone={tones[rule.state]}>{words.states[rule.state]}</Badge>{' '}
        {stop && rule.state === 'open' ? (
          <Button kind="plain" small aria-label={`${words.stop}: ${rule.title}`} onClick={() => stop(rule)}>
            {words.stop}
          </Button>
        ) : null}
      </>
    ),
  }
}
