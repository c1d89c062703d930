import { useState } from 'react'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'
import { oneOf } from '../../shared/choices.ts'
import { keysOf } from '@dhow/contract/keys-of'

const words = en.deposits
type Question = keyof typeof words.questions

/** A question to the player, with what the operator adds in their own words. */
export function AskForm({ deposit, close }: { deposit: Deposit; close: () => void }) {
  const [question, setQuestion] = useState<Question | ''>('')
  const [note, setNote] = useState('')
  const toast = useToast()
  const ask = useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    send: (version) =>
      call('askDeposit', {
        params: { id: deposit.id },
        body: { question: question as Question, version, ...(note.trim() ? { note: note.trim() } : {}) },
      }),
    fetch: () => fetchDeposit(deposit.id),
    versionOf: (reply) => reply.deposit.version,
    refresh: ['deposits', 'audit'],
    done(reply) {
      toast(fill(words.askedDone, { player: reply.deposit.player.player_name }), 'good')
      close()
    },
  })
  return (
    <ActionForm title={words.ask} lead={words.askLead} confirm={words.confirmQuestion} action={ask} cancel={close}>
      <SelectField
        label={words.question}
        value={question}
        onChange={(event) => setQuestion(oneOf(keysOf(words.questions), event.target.value) ?? '')}
        errors={errorsOf(ask.error, 'question')}
        autoFocus
        required
      >
        <option value="">{words.chooseQuestion}</option>
        {Object.entries(words.questions).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.askNote}
        hint={words.askNoteHint}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        errors={errorsOf(ask.error, 'note')}
        maxLength={500}
        autoComplete="off"
      />
    </ActionForm>
  )
}
