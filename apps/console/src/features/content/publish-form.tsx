import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentItem, ContentVersion } from '@dhow/contract/content-editing'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import form from '../../shared/form.module.css'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.content

/** Parses a `datetime-local` value in the operator's zone; empty is null. */
const instantOf = (typed: string): string | null => (typed === '' ? null : new Date(typed).toISOString())

const draftFields = [
  ['title', words.draftTitle],
  ['text', words.text],
  ['sms', words.message.sms],
  ['games', words.games],
] as const

/** Publishes the draft, now or at a set time. */
export function PublishForm({ item, draft, close }: { item: ContentItem; draft: ContentVersion; close: () => void }) {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [binding, setBinding] = useState(false)
  const [reason, setReason] = useState('')
  const isTerms = item.kind === 'page' && item.name === 'terms'
  const refresh = useRefresh()
  const toast = useToast()
  const publish = useMutation({
    mutationFn: () =>
      call('publishContent', {
        params: { id: item.id },
        body: { revision: draft.revision, from: instantOf(from), until: instantOf(until), binding, reason },
      }),
    onSuccess({ waits }) {
      refresh('content', 'changes', 'audit')
      toast(waits ? en.changes.waits : fill(words.published, { number: draft.number }), 'good')
      close()
    },
  })
  // The draft's own form has these fields.
  const faults = draftFields.flatMap(([field, label]) =>
    (errorsOf(publish.error, field) ?? []).map((fault) => `${label}: ${fault}`),
  )
  return (
    <ActionForm
      title={words.publish}
      lead={fill(words.publishLead, { number: draft.number })}
      confirm={words.publish}
      action={publish}
      cancel={close}
    >
      {faults.length === 0 ? null : (
        <Notice tone="bad" role="alert">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </Notice>
      )}
      <div className={form['pair']}>
        <TextField
          label={words.from}
          hint={words.fromHint}
          type="datetime-local"
          {...asTyped(from, setFrom, errorsOf(publish.error, 'from'))}
        />
        <TextField
          label={words.until}
          hint={words.untilHint}
          type="datetime-local"
          {...asTyped(until, setUntil, errorsOf(publish.error, 'until'))}
        />
      </div>
      {isTerms ? (
        <CheckField checked={binding} onChange={(event) => setBinding(event.target.checked)}>
          {words.binding}
        </CheckField>
      ) : null}
      <ReasonField value={reason} set={setReason} errors={errorsOf(publish.error, 'reason')} />
    </ActionForm>
  )
}
