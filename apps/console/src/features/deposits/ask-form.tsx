import { keysOf } from '@dhow/contract/keys-of'
import { useState } from 'react'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

const words = en.deposits
type Question = keyof typeof words.questions

/** Question to the player, with an optional note. */
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
      <ChoiceField
        label={words.question}
        words={words.questions}
        choices={keysOf(words.questions)}
        value={question}
        none={{ value: '', word: words.chooseQuestion }}
        set={setQuestion}
        errors={errorsOf(ask.error, 'question')}
        autoFocus
        required
      />
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
