import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { StaffHelpCase } from '@dhow/contract/help'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { pathOf } from '../../app/paths.ts'
import { call, errorsOf, hasFieldErrors, sentenceOf } from '../../shared/api.ts'
import styles from '../../shared/queue/detail.module.css'
import { replaceShown } from '../../shared/queue/use-decision.ts'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { AssignedField } from '../../shared/assigned-field.tsx'
import { keyOf } from './help-key.ts'

const words = en.cases

/** Changes a case, and shows the result or the error. */
function useCaseChange<Input>(id: string, send: (input: Input) => Promise<{ case: StaffHelpCase }>) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    mutationFn: send,
    onSuccess(reply) {
      replaceShown(client, keyOf(id), reply)
      refresh('help-cases', 'audit', 'overview')
    },
    onError: (error) => (hasFieldErrors(error) ? undefined : toast(sentenceOf(error), 'bad')),
  })
}

/** Assignee of a question. */
export function Assigned({ one }: { one: StaffHelpCase }) {
  const mayAnswer = usePermission('help.answer')
  const listed = useQuery({
    queryKey: ['help-answerers'],
    queryFn: () => call('helpAnswerers'),
    enabled: mayAnswer,
  })
  const give = useCaseChange(one.id, (operatorId: string | null) =>
    call('assignHelp', { params: { id: one.id }, body: { operator_id: operatorId } }),
  )
  return (
    <AssignedField
      assigned={one.assigned}
      operators={listed.data?.operators}
      mayGive={mayAnswer}
      busy={give.isPending}
      give={(operatorId) => give.mutate(operatorId)}
    />
  )
}

/** Id of an entry written as `123-cash`, else the text itself. */
const aboutOf = (typed: string) => typed.trim().replace(/^(\d+)(?:-\w+)?$/, 'tr_$1')

/** Linked ledger entries and payments of the case. */
export function Links({ one }: { one: StaffHelpCase }) {
  const mayAnswer = usePermission('help.answer')
  const [about, setAbout] = useState('')
  const link = useCaseChange(one.id, (id: string) =>
    call('linkHelp', { params: { id: one.id }, body: { about: aboutOf(id) } }),
  )
  const unlink = useCaseChange(one.id, (id: string) => call('unlinkHelp', { params: { id: one.id, about: id } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!link.isPending) link.mutate(about, { onSuccess: () => setAbout('') })
  }
  return (
    <section className={styles['block']}>
      <h3>{words.links}</h3>
      {one.links.length === 0 ? <p className={styles['quiet']}>{words.noLinks}</p> : null}
      <ul>
        {one.links.map(({ about: id, operator }) => (
          <li key={id}>
            <Link to={pathOf(id) ?? pathOf(one.player.id) ?? ''}>
              <code>{id}</code>
            </Link>{' '}
            <span className={styles['quiet']}>{operator}</span>{' '}
            {mayAnswer ? (
              <Button kind="plain" small aria-label={`${words.unlink}: ${id}`} onClick={() => unlink.mutate(id)}>
                {words.unlink}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayAnswer ? (
        <form method="post" onSubmit={submit}>
          <TextField
            label={words.linkTo}
            hint={words.linkHint}
            {...asTyped(about, setAbout, errorsOf(link.error, 'about'))}
            maxLength={60}
            autoComplete="off"
            required
          />
          <Button type="submit" kind="quiet" small busy={link.isPending}>
            {words.link}
          </Button>
        </form>
      ) : null}
    </section>
  )
}
