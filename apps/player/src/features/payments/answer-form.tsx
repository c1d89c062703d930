import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { fill, toDecimalPoint, symbolOf, when } from '../../shared/format.ts'
import formStyles from '../../shared/page.module.css'
import { say } from '../../shared/say.ts'
import { ScreenshotField, screenshotFault } from '../../shared/screenshot-field.tsx'
import { useWords } from '../../shared/words/words.tsx'
import type { PaymentView } from './payment-view.ts'

/** Question of the cashiers and the player's answer: words, another screenshot, and a corrected reference or amount where they ask for that. */
export function AnswerForm({ payment }: { payment: PaymentView }) {
  const words = useWords()
  const { question } = payment
  const client = useQueryClient()
  const toast = useToast()
  const [note, setNote] = useState('')
  const [utr, setUtr] = useState('')
  const [amount, setAmount] = useState('')
  const [file, setFile] = useState<File>()
  const form = useSubmit(
    ['note', 'utr', 'amount', 'image'],
    async () => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ note, utr, amount: toDecimalPoint(amount) }))
        if (value.trim() !== '') body.set(name, value.trim())
      if (file) body.set('image', file, file.name)
      const { text } = await call('answerDeposit', { params: { id: payment.id }, form: body })
      toast(say(text), 'good')
      await client.invalidateQueries({ queryKey: ['payment', payment.id] })
    },
    () => {
      const fault = screenshotFault(words, file, false)
      return fault ? { image: [fault] } : {}
    },
  )
  if (!question) return null
  return (
    <Card>
      <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <h2>{words.payments.question}</h2>
        <Notice tone="warn">
          <p>{say(question.text)}</p>
          {question.note ? <p>“{question.note}”</p> : null}
          <p>{fill(words.payments.answerBy, { by: when(question.answer_by) })}</p>
        </Notice>
        {question.code === 'find_reference' ? (
          <TextField
            label={words.payments.newReference}
            name="utr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={payment.reference ?? undefined}
            value={utr}
            onChange={(event) => {
              setUtr(event.target.value)
              form.clear('utr')
            }}
            errors={form.fields['utr']}
          />
        ) : null}
        {question.code === 'exact_amount' ? (
          <TextField
            label={`${words.payments.newAmount} (${symbolOf(payment.currency)})`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => {
              setAmount(event.target.value)
              form.clear('amount')
            }}
            errors={form.fields['amount']}
          />
        ) : null}
        <TextAreaField
          label={words.payments.answer}
          name="note"
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => {
            setNote(event.target.value)
            form.clear('note')
          }}
          errors={form.fields['note']}
        />
        <ScreenshotField
          file={file}
          required={false}
          onFile={(next) => {
            setFile(next)
            form.clear('image')
          }}
          errors={form.fields['image']}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? words.deposit.submitting : words.payments.sendAnswer}
        </Button>
      </form>
    </Card>
  )
}
