import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextAreaField } from '@dhow/ui/field'
import { Card, Stack } from '@dhow/ui/layout'
import { call, newKey } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import formStyles from '../../shared/page.module.css'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { WrittenMessage } from '../../shared/written-message.tsx'
import styles from './payments.module.css'

/** Help with this payment: messages, answers and a form. The message includes the payment, so nobody has to ask for it. */
export function Help({ paymentId }: { paymentId: string }) {
  const words = useWords()
  const { listen } = useSession()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const key = useRef(newKey())
  const { data, refetch } = useQuery({
    queryKey: ['payment-help', paymentId],
    queryFn: async () => (await call('paymentHelp', { params: { id: paymentId } })).help,
  })
  useEffect(() => listen((message) => (message.type === 'notice' ? void refetch() : undefined)), [listen, refetch])
  const form = useSubmit(['text'], async () => {
    const { help } = await call('askForHelp', { params: { id: paymentId }, body: { text }, key: key.current })
    client.setQueryData(['payment-help', paymentId], help)
    key.current = newKey()
    setText('')
  })
  return (
    <Card className={styles['unprinted']}>
      <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <div>
          <h2>{words.payments.help}</h2>
          <p className={styles['quiet']}>{words.payments.helpLead}</p>
        </div>
        {data ? (
          <Stack as="ul">
            {data.messages.map((message, index) => (
              <WrittenMessage key={index} {...message} name={words.payments.from[message.from]} />
            ))}
          </Stack>
        ) : null}
        {data ? (
          <div role="status">
            <Notice tone={data.state === 'waiting' ? 'info' : 'good'}>{words.payments.helpStates[data.state]}</Notice>
          </div>
        ) : null}
        <TextAreaField
          label={words.payments.message}
          name="text"
          rows={3}
          maxLength={1_000}
          required
          value={text}
          onChange={(event) => {
            key.current = newKey()
            setText(event.target.value)
            form.clear('text')
          }}
          errors={form.fields['text']}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" kind="quiet" busy={form.busy}>
          {words.payments.send}
        </Button>
      </form>
    </Card>
  )
}
