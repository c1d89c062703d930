import type { DepositChoice } from '@dhow/contract/deposits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call, sentencesOf } from '../../shared/api.ts'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import type { PaymentView } from './payment-view.ts'

/** Form for a player on a break: credit the waiting payment or send it back. */
export function ChoiceForm({ payment, chosen }: { payment: PaymentView; chosen: DepositChoice | null }) {
  const { payments: words } = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const [sending, setSending] = useState<DepositChoice>()
  const choose = async (choice: DepositChoice) => {
    setSending(choice)
    try {
      const { text } = await call('chooseDeposit', { params: { id: payment.id }, body: { choice } })
      toast(translate(text), 'good')
    } catch (error) {
      toast(sentencesOf(error).join(' '), 'bad')
    }
    setSending(undefined)
    await client.invalidateQueries({ queryKey: ['payment', payment.id] })
  }
  const button = (choice: DepositChoice, label: string) =>
    chosen === choice ? null : (
      <Button
        wide
        kind={chosen === null ? 'main' : 'quiet'}
        busy={sending !== undefined}
        onClick={() => void choose(choice)}
      >
        {label}
      </Button>
    )
  return (
    <Card>
      <Stack>
        <h2>{words.choice}</h2>
        <p>{words.choiceLead}</p>
        {chosen === null ? null : (
          <Notice tone="info" role="status">
            <p>{words.choiceChosen[chosen]}</p>
            <p>{words.choiceLater}</p>
          </Notice>
        )}
        {button('credit', words.choiceCredit)}
        {button('refund', words.choiceRefund)}
      </Stack>
    </Card>
  )
}
