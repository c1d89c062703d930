import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { Button, buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { pathOf } from '../../app/paths.ts'
import { addressOf, call, errorsOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'
import form from '../../shared/form.module.css'
import { EntryTable } from './entry-table.tsx'
import { SignedStatements } from './signed-statements.tsx'
import { parseChoice } from '../../shared/choices.ts'

const words = en.wallets.statement
const accounts = ['cash', 'bonus', 'hold', 'in_play'] as const
type Account = (typeof accounts)[number]

/** A player's account between two times, which are in the address, so that a statement can be shared. */
export function Statement() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const [preset] = useState(thisMonth)
  const of = {
    account: accounts.find((one) => one === params.get('account')) ?? 'cash',
    from: instantOf(params.get('from')) ?? preset.from,
    until: instantOf(params.get('until')) ?? preset.until,
  }
  const player = useQuery({ queryKey: ['player', id], queryFn: () => call('staffPlayer', { params: { id } }) })
  const asked = useQuery({
    queryKey: ['statement', id, of.account, of.from, of.until],
    queryFn: () => call('staffStatement', { params: { id }, query: of }),
    placeholderData: keepPreviousData,
  })
  const name = player.data?.player.player_name ?? ''
  return (
    <Page
      title={fill(words.title, { player: name })}
      lead={words.lead}
      tools={<Link to={pathOf(id) ?? ''}>{words.back}</Link>}
    >
      <Times
        key={params.toString()}
        of={of}
        errors={errorsOf(asked.error, 'until')}
        show={(next) => setParams({ ...next }, { replace: true })}
      />
      <Asked query={asked}>
        {(reply) => (
          <section className={detail['screen']}>
            {reply.whole ? null : <Notice tone="warn">{words.cut}</Notice>}
            {reply.entries.length === 0 ? <p className={detail['quiet']}>{words.empty}</p> : null}
            <EntryTable
              label={fill(words.title, { player: name })}
              entries={reply.entries}
              currency={reply.currency}
              around={reply}
            />
            <p>
              <a
                className={buttonClass('quiet', { small: true })}
                href={addressOf('staffStatementFile', { id }, of)}
                download
              >
                {words.download}
              </a>
            </p>
          </section>
        )}
      </Asked>
      <SignedStatements id={id} of={of} />
    </Page>
  )
}

interface Of {
  account: Account
  from: string
  until: string
}

function Times({ of, errors, show }: { of: Of; errors: string[] | undefined; show: (of: Of) => void }) {
  const [account, setAccount] = useState(of.account)
  const [from, setFrom] = useState(localOf(of.from))
  const [until, setUntil] = useState(localOf(of.until))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show({ account, from: instantOf(from) ?? of.from, until: instantOf(until) ?? of.until })
  }
  return (
    <form method="post" className={`${form['pair']} ${form['times']}`} onSubmit={submit}>
      <SelectField
        label={words.account}
        value={account}
        onChange={(event) => setAccount(parseChoice(accounts, event.target.value) ?? account)}
      >
        {accounts.map((one) => (
          <option key={one} value={one}>
            {en.players.accounts[one]}
          </option>
        ))}
      </SelectField>
      <TextField label={words.from} type="datetime-local" step={1} {...asTyped(from, setFrom)} required />
      <TextField label={words.until} type="datetime-local" step={1} {...asTyped(until, setUntil, errors)} required />
      <div className={form['go']}>
        <Button type="submit" kind="quiet">
          {words.show}
        </Button>
      </div>
    </form>
  )
}

function thisMonth(): { from: string; until: string } {
  const now = new Date()
  return {
    from: new Date(now.getFullYear(), now.getMonth(), 1).toISOString(),
    until: new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toISOString(),
  }
}

/** Parses an instant of a field or address; undefined if invalid. */
function instantOf(text: string | null): string | undefined {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Formats an instant for a `datetime-local` field. */
function localOf(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
