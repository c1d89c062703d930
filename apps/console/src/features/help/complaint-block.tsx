import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffHelpCase } from '@dhow/contract/help'
import { complaintDecisions } from '@dhow/contract/help-categories'
import { Button } from '@dhow/ui/button'
import { Badge, type Tone } from '@dhow/ui/feedback'
import { TextAreaField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { formatExactTime } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { replaceShown } from '../../shared/queue/use-decision.ts'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { keyOf } from './help-key.ts'

const words = en.cases

const tones: Record<NonNullable<StaffHelpCase['complaint']>['state'], Tone> = {
  open: 'warn',
  upheld: 'good',
  partly_upheld: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
}

/** A case's complaint: number, state, outcome, decision. */
export function ComplaintBlock({ one }: { one: StaffHelpCase }) {
  const [isDeciding, setDeciding] = useState(false)
  const mayDecide = usePermission('help.decide_complaints')
  const { complaint } = one
  if (!complaint) return <Register one={one} />
  return (
    <section className={styles['block']}>
      <h3>{words.complaint}</h3>
      <Facts
        rows={[
          { label: words.number, value: '', copy: complaint.number },
          {
            label: words.status,
            value: <Badge tone={tones[complaint.state]}>{words.complaintStates[complaint.state]}</Badge>,
          },
          { label: words.made, value: formatExactTime(complaint.opened_at) },
          ...(complaint.outcome === null ? [] : [{ label: words.outcome, value: complaint.outcome }]),
          ...(complaint.decided_at === null
            ? []
            : [{ label: words.decidedAt, value: formatExactTime(complaint.decided_at) }]),
        ]}
      />
      {complaint.state !== 'open' || !mayDecide ? null : isDeciding ? (
        <DecideForm one={one} close={() => setDeciding(false)} />
      ) : (
        <Button kind="quiet" onClick={() => setDeciding(true)}>
          {words.decide}
        </Button>
      )}
    </section>
  )
}

function useChanged(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return (reply: { case: StaffHelpCase }) => {
    replaceShown(client, keyOf(id), reply)
    refresh('help-cases', 'audit')
  }
}

function Register({ one }: { one: StaffHelpCase }) {
  const mayAnswer = usePermission('help.answer')
  const toast = useToast()
  const register = useMutation({
    mutationFn: () => call('registerComplaint', { params: { id: one.id }, body: {} }),
    onSuccess: useChanged(one.id),
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  if (!mayAnswer) return null
  return (
    <p>
      <Button kind="plain" busy={register.isPending} onClick={() => register.mutate()}>
        {words.register}
      </Button>
    </p>
  )
}

function DecideForm({ one, close }: { one: StaffHelpCase; close: () => void }) {
  const [state, setState] = useState<(typeof complaintDecisions)[number]>('upheld')
  const [outcome, setOutcome] = useState('')
  const changed = useChanged(one.id)
  const decide = useMutation({
    mutationFn: () => call('decideComplaint', { params: { id: one.id }, body: { state, outcome: outcome.trim() } }),
    onSuccess(reply) {
      changed(reply)
      close()
    },
  })
  return (
    <ActionForm
      title={words.decide}
      lead={words.decideLead}
      confirm={words.confirmDecision}
      action={decide}
      cancel={close}
    >
      <ChoiceField
        label={words.status}
        choices={complaintDecisions}
        words={words.complaintStates}
        value={state}
        set={setState}
        errors={errorsOf(decide.error, 'state')}
      />
      <TextAreaField
        label={words.outcome}
        hint={words.outcomeHint}
        rows={3}
        maxLength={1_000}
        {...asTyped(outcome, setOutcome, errorsOf(decide.error, 'outcome'))}
        autoFocus
        required
      />
    </ActionForm>
  )
}
