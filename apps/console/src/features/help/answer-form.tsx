import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { StaffHelpCase } from '@dhow/contract/help'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextAreaField } from '@dhow/ui/field'
import { Kbd } from '@dhow/ui/kbd'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, hasFieldErrors, sentenceOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import styles from '../../shared/queue/detail.module.css'
import { replaceShown } from '../../shared/queue/use-decision.ts'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { keyOf } from './help-key.ts'

const words = en.cases

/** State of the answer; sends each content once. */
function useAnswer(one: StaffHelpCase) {
  const [text, setText] = useState('')
  const client = useQueryClient()
  const refresh = useRefresh()
  const toast = useToast()
  const key = useRef(crypto.randomUUID())
  const action = useMutation({
    mutationFn: (how: 'answer' | 'settle' | 'close') =>
      how === 'close'
        ? call('closeHelp', { params: { id: one.id }, body: {} })
        : call('answerHelp', {
            params: { id: one.id },
            body: { text: text.trim(), close: how === 'settle' },
            key: key.current,
          }),
    onSuccess(reply, how) {
      replaceShown(client, keyOf(one.id), reply)
      refresh('help-cases', 'audit', 'me')
      key.current = crypto.randomUUID()
      if (how !== 'close') setText('')
      toast(how === 'close' ? words.closedDone : fill(words.answeredDone, { player: one.player.player_name }), 'good')
    },
  })
  const change = (next: string) => {
    key.current = crypto.randomUUID()
    setText(next)
    if (action.error) action.reset()
  }
  return { text, change, action }
}

/** Form for the answer, which may start from a ready one in the player's language. */
export function AnswerForm({ one }: { one: StaffHelpCase }) {
  const [isReopening, setReopening] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const mayAnswer = usePermission('help.answer')
  const { text, change, action } = useAnswer(one)
  useKeys({ a: () => box.current?.querySelector('textarea')?.focus() })
  if (!mayAnswer) return null
  if (isReopening) return <Reopen one={one} close={() => setReopening(false)} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!action.isPending) action.mutate('answer')
  }
  return (
    <form method="post" ref={box} className={styles['action']} onSubmit={submit} aria-label={words.answer}>
      <ReadyAnswerField language={one.language} choose={(ready) => change(text === '' ? ready : `${text}\n${ready}`)} />
      <TextAreaField
        label={words.answer}
        hint={words.answerHint}
        rows={4}
        maxLength={1_000}
        required
        {...asTyped(text, change, errorsOf(action.error, 'text'))}
      />
      {action.error && !hasFieldErrors(action.error) ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(action.error)}
        </Notice>
      ) : null}
      <div className={styles['buttons']}>
        <Button type="submit" busy={action.isPending}>
          {words.sendAnswer} <Kbd>a</Kbd>
        </Button>
        <Button
          kind="quiet"
          busy={action.isPending}
          disabled={text.trim() === ''}
          onClick={() => action.mutate('settle')}
        >
          {words.sendAndClose}
        </Button>
        {one.state === 'closed' ? (
          <Button kind="plain" onClick={() => setReopening(true)}>
            {words.reopen.label}
          </Button>
        ) : (
          <Button kind="plain" busy={action.isPending} onClick={() => action.mutate('close')}>
            {words.closeCase}
          </Button>
        )}
      </div>
    </form>
  )
}

function Reopen({ one, close }: { one: StaffHelpCase; close: () => void }) {
  const client = useQueryClient()
  return (
    <ReasonForm
      words={words.reopen}
      name={{ player: one.player.player_name }}
      refresh={['help-cases', 'me']}
      send={async (reason) =>
        replaceShown(client, keyOf(one.id), await call('reopenHelp', { params: { id: one.id }, body: { reason } }))
      }
      close={close}
    />
  )
}

/** Ready answers by title; the chosen one is added to the text in the player's language. */
function ReadyAnswerField({
  language,
  choose,
}: {
  language: StaffHelpCase['language']
  choose: (text: string) => void
}) {
  const listed = useQuery({ queryKey: ['ready-answers'], queryFn: () => call('readyAnswers') })
  const answers = listed.data?.answers ?? []
  if (answers.length === 0) return null
  return (
    <SelectField
      label={words.readyAnswer}
      hint={fill(words.readyHint, { language: words.languages[language] })}
      value=""
      onChange={(event) => {
        const answer = answers.find(({ id }) => id === event.target.value)
        if (answer) choose(answer[language])
      }}
    >
      <option value="">{words.chooseReady}</option>
      {answers.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
