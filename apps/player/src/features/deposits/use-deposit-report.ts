import { keysOf } from '@dhow/contract/keys-of'
import { ApiError } from '@dhow/client/api-error'
import type { PaymentDetail } from '@dhow/contract/deposit-calls'
import type { DepositIdField } from '@dhow/contract/deposit-families'
import type { Deposit } from '@dhow/contract/deposits'
import type { Currency } from '@dhow/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useToast } from '@dhow/ui/toast'
import { amountFault, amountOf, type Range } from '../../shared/amount-rules.ts'
import { call, newKey } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { screenshotFault } from '../../shared/screenshot-field.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import type { DepositCall } from './families.ts'

interface Values {
  amount: string
  utr: string
  image: File | undefined
  /** Chosen payment detail, if not the first. */
  detailId: number | undefined
}

interface Report {
  submit: DepositCall
  idField: DepositIdField
  detail: PaymentDetail
  range: Range | undefined
  currency: Currency
  onSent: (deposit: Deposit) => void
}

/** Report of a payment: values and request. Sending the same form again stays one deposit. */
export function useDepositReport({ submit, idField, detail, range, currency, onSent }: Report) {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const { confirm } = useSession()
  const [values, setValues] = useState<Values>({ amount: '', utr: '', image: undefined, detailId: undefined })
  const key = useRef(newKey())
  const form = useSubmit(
    ['amount', 'utr', 'image'],
    async () => {
      await confirm().catch((error: unknown) => {
        // Without a session this screen closes at once, so show a toast, which stays.
        if (error instanceof ApiError && error.status === 401) toast(error.message, 'bad')
        throw error
      })
      const body = new FormData()
      body.set('amount', amountOf(values.amount, currency))
      body.set('utr', values.utr)
      body.set(idField, String(detail.id))
      if (values.image) body.set('image', values.image, values.image.name)
      const answer = await withSpecifiedFailure(words, call(submit, { form: body, key: key.current }))
      await Promise.all(
        ['open-payments', 'payment-methods'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      )
      onSent(answer.data.deposit)
    },
    () => {
      const faults = {
        amount: amountFault(words.deposit, values.amount, range, currency),
        utr: values.utr.trim() === '' ? words.deposit.utrRequired : undefined,
        image: screenshotFault(words, values.image, detail.proof_required),
      }
      return Object.fromEntries(Object.entries(faults).flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])))
    },
  )
  const change = (changed: Partial<Values>) => {
    const next = { ...values, ...changed }
    // Blur without a change keeps the key: the same form is the same deposit.
    if (keysOf(next).every((name) => next[name] === values[name])) return
    key.current = newKey()
    setValues(next)
    for (const name of Object.keys(changed)) form.clear(name)
  }
  return { form, values, change }
}

/** Gives a failure without a server sentence the specified one. */
async function withSpecifiedFailure<T>(words: Words, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unknown') throw error
    throw new ApiError(500, 'unknown', words.failures.depositFailed)
  }
}
