import type { Deposit } from '@dhow/contract/deposits'
import type { Currency } from '@dhow/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Stack } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import formStyles from '../../shared/page.module.css'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'

export interface Redeemed {
  deposit: Deposit
  message: string
  hasChange: boolean
}
interface Checked {
  pin: string
  amount: string
  currency: Currency
}

/**
 * Voucher in two steps: check, then redeem. The number stays in the field after any failure, and is never put into the address or storage.
 * `fault`: error of the text, found before the issuer is called.
 */
export function VoucherForm({
  label,
  fault,
  onRedeemed,
}: {
  label: string
  fault: (text: string) => string | undefined
  onRedeemed: (redeemed: Redeemed) => void
}) {
  const words = useWords()
  const player = usePlayer()
  const { refresh } = useSession()
  const client = useQueryClient()
  const [pin, setPin] = useState('')
  const [checked, setChecked] = useState<Checked>()
  const form = useSubmit(
    ['pin'],
    async () => {
      if (checked?.pin === pin) {
        const { data, message } = await call('voucherRedeem', { body: { player_id: player.id, pin } })
        await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['open-payments'] })])
        return onRedeemed({ deposit: data.deposit, message, hasChange: data.has_change })
      }
      const body = new FormData()
      body.set('pin', pin)
      const { data } = await call('voucherCheck', { form: body })
      setChecked({ pin, amount: data.voucher.amount, currency: data.voucher.currency })
    },
    (): Record<string, string[]> => {
      const sentence = fault(pin)
      return sentence === undefined ? {} : { pin: [sentence] }
    },
  )
  const good = checked?.pin === pin ? checked : undefined
  const amount = good ? formatMoney(good.amount, good.currency) : ''
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      <TextField
        label={label}
        hint={words.voucher.pinHint}
        name="pin"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        required
        value={pin}
        onChange={(event) => {
          setPin(event.target.value)
          setChecked(undefined)
          form.clear('pin')
        }}
        errors={form.fields['pin']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Stack>
        {good ? (
          <Notice tone="good" role="status">
            {fill(words.voucher.good, { amount })}
          </Notice>
        ) : null}
        <Button type="submit" wide busy={form.busy}>
          {good
            ? form.busy
              ? words.deposit.submitting
              : fill(words.voucher.redeem, { amount })
            : form.busy
              ? words.voucher.checking
              : words.voucher.check}
        </Button>
      </Stack>
    </form>
  )
}
