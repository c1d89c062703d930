import type { PlayLimit } from '@dhow/contract/limits'
import type { Currency } from '@dhow/contract/money'
import { useState, type FormEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatTime } from '../../shared/format.ts'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'
import { LimitsOfKind } from './limit-kind.tsx'
import { useSaved } from './use-saved.ts'

const dayMs = 86_400_000
const kinds = ['deposit', 'stake', 'loss'] as const

interface Block {
  kind: string
  until: string | null
}

/** Playing safely: limits (a lower one applies at once), breaks, exclusion. None of them affects withdrawals. */
export function Limits({
  limits,
  block,
  currency,
  changed,
}: {
  limits: PlayLimit[]
  block: Block | null
  currency: Currency
  changed: () => void
}) {
  const words = useWords().limits
  return (
    <Card>
      <Stack>
        <h2>{words.title}</h2>
        <p className={styles['quiet']}>{words.lead}</p>
        {block ? (
          <Notice tone="warn">
            {block.until ? fill(words.blockedUntil, { when: formatTime(block.until) }) : words.blockedForGood}
          </Notice>
        ) : null}
        <div>
          {kinds.map((kind) => (
            <LimitsOfKind
              key={kind}
              kind={kind}
              limits={limits.filter((limit) => limit.kind === kind)}
              currency={currency}
              changed={changed}
            />
          ))}
        </div>
        {block ? null : (
          <>
            <Break changed={changed} />
            <Exclusion changed={changed} />
          </>
        )}
      </Stack>
    </Card>
  )
}

/** Form for a break; confirms its end first, because nobody can cancel a break. */
function Break({ changed }: { changed: () => void }) {
  const { limits: words } = useWords()
  const [days, setDays] = useState('1')
  /** End of the break to confirm. */
  const [until, setUntil] = useState<string>()
  const saved = useSaved(changed)
  const form = useSubmit([], () => saved(call('takeTimeOut', { body: { days: Number(days) } })))
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setUntil(new Date(Date.now() + Number(days) * dayMs).toISOString())
  }
  return (
    <form method="post" className={formStyles['form']} onSubmit={ask}>
      <h3>{words.breakTitle}</h3>
      <p className={styles['quiet']}>{words.breakLead}</p>
      <SelectField
        label={words.days}
        value={days}
        onChange={(event) => {
          setDays(event.target.value)
          setUntil(undefined)
        }}
      >
        {[1, 3, 7, 14, 30, 42].map((count) => (
          <option key={count} value={count}>
            {count === 1 ? words.day : fill(words.dayMany, { days: count })}
          </option>
        ))}
      </SelectField>
      <FormMessage>{form.message}</FormMessage>
      {until === undefined ? (
        <Button type="submit" kind="quiet">
          {words.takeBreak}
        </Button>
      ) : (
        <div role="group" aria-label={words.breakTitle}>
          <p role="status">{fill(words.breakSure, { until: formatTime(until) })}</p>
          <Row>
            <Button kind="danger" busy={form.busy} onClick={() => void form.submit()}>
              {words.takeBreak}
            </Button>
            <Button kind="plain" onClick={() => setUntil(undefined)}>
              {words.breakNot}
            </Button>
          </Row>
        </div>
      )}
    </form>
  )
}

function Exclusion({ changed }: { changed: () => void }) {
  const { limits: words } = useWords()
  const [months, setMonths] = useState('6')
  const [typed, setTyped] = useState('')
  const saved = useSaved(changed)
  const form = useSubmit(['confirm'], () =>
    saved(
      call('excludeSelf', {
        // The server refuses any other text.
        body: { months: months === 'ever' ? null : Number(months), confirm: typed.trim() as 'EXCLUDE' },
      }),
    ),
  )
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      <h3>{words.excludeTitle}</h3>
      <p className={styles['quiet']}>{words.excludeLead}</p>
      <SelectField label={words.days} value={months} onChange={(event) => setMonths(event.target.value)}>
        {[6, 12, 24, 60].map((count) => (
          <option key={count} value={count}>
            {fill(words.months, { months: count })}
          </option>
        ))}
        <option value="ever">{words.forGood}</option>
      </SelectField>
      <TextField
        label={words.confirmWord}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          form.clear('confirm')
        }}
        errors={form.fields['confirm']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" kind="danger" busy={form.busy}>
        {words.exclude}
      </Button>
    </form>
  )
}
