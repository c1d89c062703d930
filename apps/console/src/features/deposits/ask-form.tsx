import { keysOf } from '@dhow/contract/keys-of'
import { useState } from 'react'
import { TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { typedNote } from '../../shared/queue/reject-payment.tsx'
import { en } from '../../shared/words/en.ts'
import { useDepositDecision, type Action } from './use-deposit-decision.ts'

const words = en.deposits
type Question = keyof typeof words.questions

/** Question to the player, with an optional note. */
export function AskForm({ deposit, close }: Action) {
  const [question, setQuestion] = useState<Question | ''>('')
  const [note, setNote] = useState('')
  const ask = useDepositDecision(
    { deposit, close },
    (version) =>
      call('askDeposit', {
        params: { id: deposit.id },
        body: { question: question as Question, version, ...typedNote(note) },
      }),
    ({ player }) => fill(words.askedDone, { player: player.player_name }),
  )
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
        {...asTyped(note, setNote, errorsOf(ask.error, 'note'))}
        maxLength={500}
        autoComplete="off"
      />
    </ActionForm>
  )
}
