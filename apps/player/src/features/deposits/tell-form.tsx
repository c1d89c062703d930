import { ApiError } from '@dhow/client/api-error'
import type { DepositIdField, PaymentDetail } from '@dhow/contract/deposit-families'
import type { Deposit } from '@dhow/contract/deposits'
import type { Currency } from '@dhow/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { AmountField } from '../../shared/amount-field.tsx'
import { amountFault, amountOf, rangeOf, type Range } from '../../shared/amount-rules.ts'
import { call, newKey } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import formStyles from '../../shared/page.module.css'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import type { Family } from './families.ts'
import { ScreenshotField, screenshotFault } from '../../shared/screenshot-field.tsx'
import { say } from '../../shared/say.ts'

interface TellFormProps {
  submit: Family['submit'] | 'staticSubmitDeposit'
  idField: DepositIdField
  detail: PaymentDetail
  /** Default: the detail's own limits. */
  range?: Range | undefined
  currency: Currency
  onSent: (deposit: Deposit) => void
}

/** The reported payment: amount, reference and screenshot. However often a filled-in form is sent, it is one deposit. */
export function TellForm({ submit, idField, detail, currency, onSent, ...rest }: TellFormProps) {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const [amount, setAmount] = useState('')
  const [utr, setUtr] = useState('')
  const [file, setFile] = useState<File>()
  const range = rest.range ?? rangeOf(detail.limits.min, detail.limits.max)
  const key = useRef(newKey())
  const { confirm } = useSession()
  const form = useSubmit(
    ['amount', 'utr', 'image'],
    async () => {
      await confirm().catch((error: unknown) => {
        // Without a session this screen is left at once, and what is said has to outlast it.
        if (error instanceof ApiError && error.status === 401) toast(error.message, 'bad')
        throw error
      })
      const body = new FormData()
      body.set('amount', amountOf(amount, currency))
      body.set('utr', utr)
      body.set(idField, String(detail.id))
      if (file) body.set('image', file, file.name)
      const answer = await sending(words, call(submit, { form: body, key: key.current }))
      await client.invalidateQueries({ queryKey: ['open-payments'] })
      onSent(answer.data.deposit)
    },
    () => {
      const faults = {
        amount: amountFault(words.deposit, amount, range, currency),
        utr: utr.trim() === '' ? words.deposit.utrRequired : undefined,
        image: screenshotFault(words, file, detail.proof_required),
      }
      return Object.fromEntries(Object.entries(faults).flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])))
    },
  )
  const changed = (field: string) => {
    key.current = newKey()
    form.clear(field)
  }
  return (
    <Card>
      <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <h2>{words.deposit.stepTell}</h2>
        <AmountField
          value={amount}
          onValue={(value) => {
            // Leaving the field untouched is no change: the same form stays the same deposit.
            if (value === amount) return
            setAmount(value)
            changed('amount')
          }}
          range={range}
          currency={currency}
          errors={form.fields['amount']}
        />
        <TextField
          label={say(detail.reference_label)}
          hint={say(detail.reference_help)}
          name="utr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          value={utr}
          onChange={(event) => {
            setUtr(event.target.value)
            changed('utr')
          }}
          errors={form.fields['utr']}
        />
        <ScreenshotField
          file={file}
          required={detail.proof_required}
          onFile={(next) => {
            setFile(next)
            changed('image')
          }}
          errors={form.fields['image']}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? words.deposit.submitting : words.deposit.submit}
        </Button>
      </form>
    </Card>
  )
}

/** A failure that brings no sentence of the server's gets the specified one. */
async function sending<T>(words: Words, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unknown') throw error
    throw new ApiError(500, 'unknown', words.failures.depositFailed)
  }
}
