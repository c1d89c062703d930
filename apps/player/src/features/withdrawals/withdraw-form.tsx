import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { PayoutAccount, withdrawOptions } from '@dhow/contract/withdrawals'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Button } from '@dhow/ui/button'
import { SelectField } from '@dhow/ui/field'
import { Card, Money, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { AmountField } from '../../shared/amount-field.tsx'
import { amountFault, amountOf, rangeOf } from '../../shared/amount-rules.ts'
import { call, newKey } from '../../shared/api.ts'
import { CodeField } from '../../shared/code-field.tsx'
import { Facts } from '../../shared/facts.tsx'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { translate } from '../../shared/translate.ts'
import { SendCode } from '../../shared/send-code.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { isResting } from './payout-accounts.tsx'

type Options = ReplyOf<typeof withdrawOptions>

/** Withdrawal form; checks what it can before a text message is sent. */
export function WithdrawForm({ options, accounts }: { options: Options; accounts: PayoutAccount[] }) {
  const words = useWords()
  const { form, values, change } = useWithdrawal(options, accounts)
  const { min, max } = options.limits
  return (
    <Card>
      <SubmitForm form={form} label={words.withdraw.request} working={words.withdraw.requesting}>
        <Limits options={options} />
        <SelectField
          label={words.withdraw.account}
          value={values.payout_account_id}
          onChange={(event) => change('payout_account_id', event.target.value)}
          errors={form.fields['payout_account_id']}
        >
          {accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {translate(account.label_text)} · {account.number}
              {isResting(account) ? ` (${words.withdraw.rests} ${formatTime(account.usable_from)})` : ''}
            </option>
          ))}
        </SelectField>
        <Link to={paths.addBank}>{words.withdraw.add}</Link>
        <AmountField
          value={values.amount}
          onValue={(value) => change('amount', value)}
          range={rangeOf(min, max)}
          // Offer only amounts that can be paid out.
          offered={rangeOf(min, Math.min(Number(max), Math.floor(Number(options.available)))) ?? null}
          currency={options.currency}
          errors={form.fields['amount']}
        />
        <WholeBalance options={options} choose={(amount) => change('amount', amount)} />
        <Stack>
          <SendCode
            type="withdraw"
            isReady={() => form.isReady()}
            about={{
              command: {
                amount: amountOf(values.amount, options.currency),
                payout_account_id: values.payout_account_id,
              },
              otherwise: words.withdraw.codeForAnother,
            }}
          />
          <CodeField value={values.otp} onValue={(value) => change('otp', value)} errors={form.fields['otp']} />
        </Stack>
      </SubmitForm>
    </Card>
  )
}

/** Form values and request; a change makes it another request. */
function useWithdrawal({ available, limits, currency }: Options, accounts: PayoutAccount[]) {
  const { deposit, withdraw } = useWords()
  const [values, setValues] = useState({
    amount: '',
    // Usable accounts first. An account in its waiting time can be chosen; the refusal says when that ends.
    payout_account_id: (accounts.find((row) => !isResting(row)) ?? accounts[0])?.id ?? '',
    otp: '',
  })
  const key = useRef(newKey())
  const navigate = useNavigate()
  const toast = useToast()
  const { refresh } = useSession()
  const client = useQueryClient()
  const amount = amountOf(values.amount, currency)
  const isAbove = (parseAmount(amount) ?? 0n) > (parseAmount(available) ?? 0n)
  const form = useSubmit(
    ['amount', 'payout_account_id', 'otp'],
    async () => {
      await call('requestWithdrawal', { body: { ...values, amount }, key: key.current })
      toast(withdraw.requested, 'good')
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['open-payments'] })])
      navigate(paths.withdrawHistory)
    },
    () => {
      const above = isAbove ? fill(withdraw.aboveAvailable, { amount: formatMoney(available, currency) }) : undefined
      const fault = amountFault(deposit, values.amount, rangeOf(limits.min, limits.max), currency) ?? above
      return fault ? { amount: [fault] } : {}
    },
  )
  const change = (field: keyof typeof values, value: string) => {
    // Blur without a change keeps the key: the same form is the same request.
    if (values[field] === value) return
    key.current = newKey()
    // A code confirms the amount and the account that it was sent for.
    setValues((before) => ({ ...before, otp: '', [field]: value }))
    form.clear(field)
  }
  return { form, values, change }
}

/** Button that enters the whole balance; hidden if less than the minimum is available. */
function WholeBalance({
  options: { available, limits, currency },
  choose,
}: {
  options: Options
  choose: (amount: string) => void
}) {
  const { withdraw } = useWords()
  const [all = 0n, min = 0n, max = 0n] = [available, limits.min, limits.max].map(parseAmount)
  if (all < min || all === 0n) return null
  const amount = formatDecimal(all < max ? all : max)
  const sentence = all > max ? withdraw.largest : withdraw.wholeBalance
  return (
    <Button kind="quiet" onClick={() => choose(amount)}>
      {fill(sentence, { amount: formatMoney(amount, currency) })}
    </Button>
  )
}

function Limits({ options: { available, limits, currency } }: { options: Options }) {
  const { deposit, withdraw } = useWords()
  return (
    <Facts
      facts={[
        [withdraw.available, <Money key="available">{formatMoney(available, currency)}</Money>],
        [
          withdraw.atATime,
          fill(deposit.limits, { min: formatMoney(limits.min, currency), max: formatMoney(limits.max, currency) }),
        ],
      ]}
    />
  )
}
