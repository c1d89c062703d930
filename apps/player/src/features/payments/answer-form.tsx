import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@dhow/ui/feedback'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatTime, symbolOf } from '../../shared/format.ts'
import { toDecimalPoint } from '../../shared/format-more.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { translate } from '../../shared/translate.ts'
import { ScreenshotField, screenshotFault } from '../../shared/screenshot-field.tsx'
import { useWords } from '../../shared/words/words.tsx'
import type { PaymentView } from './payment-view.ts'

/** The cashiers' question and the player's answer: text, another screenshot, and a corrected reference or amount if asked for. */
export function AnswerForm({ payment }: { payment: PaymentView }) {
  const words = useWords()
  const { question } = payment
  const { form, values, change } = useAnswer(payment.id)
  if (!question) return null
  const field = (name: 'note' | 'utr' | 'amount') => ({
    name,
    value: values[name],
    errors: form.fields[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <Card>
      <SubmitForm form={form} label={words.payments.sendAnswer} working={words.deposit.submitting}>
        <h2>{words.payments.question}</h2>
        <Notice tone="warn">
          <p>{translate(question.text)}</p>
          {question.note ? <p>“{question.note}”</p> : null}
          <p>{fill(words.payments.answerBy, { by: formatTime(question.answer_by) })}</p>
        </Notice>
        {question.code === 'find_reference' ? (
          <TextField
            label={words.payments.newReference}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={payment.reference ?? undefined}
            {...field('utr')}
          />
        ) : null}
        {question.code === 'exact_amount' ? (
          <TextField
            label={`${words.payments.newAmount} (${symbolOf(payment.currency)})`}
            inputMode="decimal"
            autoComplete="off"
            {...field('amount')}
          />
        ) : null}
        <TextAreaField label={words.payments.answer} rows={3} maxLength={500} {...field('note')} />
        <ScreenshotField
          file={values.image}
          required={false}
          onFile={(image) => change({ image })}
          errors={form.fields['image']}
        />
      </SubmitForm>
    </Card>
  )
}

interface Answer {
  note: string
  utr: string
  amount: string
  image: File | undefined
}

/** Form values and request of the answer. */
function useAnswer(id: string) {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const [values, setValues] = useState<Answer>({ note: '', utr: '', amount: '', image: undefined })
  const form = useSubmit(
    ['note', 'utr', 'amount', 'image'],
    async () => {
      const { note, utr, amount, image } = values
      const body = new FormData()
      for (const [name, value] of Object.entries({ note, utr, amount: toDecimalPoint(amount) }))
        if (value.trim() !== '') body.set(name, value.trim())
      if (image) body.set('image', image, image.name)
      const { text } = await call('answerDeposit', { params: { id }, form: body })
      toast(translate(text), 'good')
      await client.invalidateQueries({ queryKey: ['payment', id] })
    },
    () => {
      const fault = screenshotFault(words, values.image, false)
      return fault ? { image: [fault] } : {}
    },
  )
  const change = (changed: Partial<Answer>) => {
    setValues((before) => ({ ...before, ...changed }))
    for (const name of Object.keys(changed)) form.clear(name)
  }
  return { form, values, change }
}
