import type { PayoutAccount } from '@dhow/contract/withdrawals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button, buttonClass } from '@dhow/ui/button'
import { Empty, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { Card, Money, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { AmountField } from '../../shared/amount-field.tsx'
import { amountFault, amountOf, rangeOf } from '../../shared/amount-rules.ts'
import { call, newKey, sentencesOf } from '../../shared/api.ts'
import { CodeField } from '../../shared/code-field.tsx'
import { Facts } from '../../shared/facts.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, money, when } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page } from '../../shared/page.tsx'
import formStyles from '../../shared/page.module.css'
import { SendCode } from '../../shared/send-code.tsx'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { Stopped } from './stopped.tsx'
import { pathOfMarket } from './withdraw-paths.ts'
import { resting } from './payout-accounts.tsx'

/** Asks for a payout: the money is held at once, and its way is followed in the history. */
export default function Withdraw() {
  const words = useWords()
  const { pathname } = useLocation()
  const { market } = usePlayer()
  if (pathname !== pathOfMarket[market])
    return (
      <Page title={`${words.withdraw.title}: ${words.withdraw.ways[market === 'NA' ? 'IN' : 'NA'].title}`}>
        <Empty
          title={words.withdraw.otherMarket}
          action={
            <Link to={pathOfMarket[market]} className={buttonClass()}>
              {words.withdraw.goOwn}
            </Link>
          }
        />
      </Page>
    )
  return <OwnMarket />
}

function OwnMarket() {
  const words = useWords()
  const { chips, market } = usePlayer()
  const options = useQuery({ queryKey: ['withdraw-options', chips], queryFn: () => call('withdrawOptions') })
  const accounts = useQuery({ queryKey: ['payout-accounts'], queryFn: () => call('payoutAccounts') })
  const error = options.error ?? accounts.error
  if (error) {
    const retry = () => void Promise.all([options.refetch(), accounts.refetch()])
    return <Failure message={sentencesOf(error).join(' ')} retry={retry} retryLabel={words.portal.retry} />
  }
  const ready = options.data && accounts.data
  return (
    <Page
      title={`${words.withdraw.title}: ${words.withdraw.ways[market].title}`}
      lead={options.data ? fill(words.withdraw.expected, { minutes: options.data.expected_minutes }) : undefined}
      tools={<Link to={paths.withdrawHistory}>{words.deposit.history}</Link>}
    >
      {!ready ? (
        <Skeleton lines={5} label={words.portal.loading} />
      ) : options.data.stops.length > 0 ? (
        <Stopped options={options.data} />
      ) : accounts.data.accounts.length === 0 ? (
        <Card>
          <Empty
            title={words.withdraw.addFirst}
            action={
              <Link to={paths.addBank} className={buttonClass()}>
                {words.withdraw.add}
              </Link>
            }
          >
            {words.withdraw.addLead}
          </Empty>
        </Card>
      ) : (
        <Asking options={options.data} accounts={accounts.data.accounts} />
      )}
      <OpenPayments />
    </Page>
  )
}

function Asking({
  options,
  accounts,
}: {
  options: Awaited<ReturnType<typeof fetchOptions>>
  accounts: PayoutAccount[]
}) {
  const words = useWords()
  const [amount, setAmount] = useState('')
  // An account that rests can be chosen, and the server says until when; one that can be used comes first.
  const [accountId, setAccountId] = useState((accounts.find((row) => !resting(row)) ?? accounts[0])?.id ?? '')
  const [otp, setOtp] = useState('')
  const key = useRef(newKey())
  const navigate = useNavigate()
  const toast = useToast()
  const { refresh } = useSession()
  const client = useQueryClient()
  const range = rangeOf(options.limits.min, options.limits.max)
  // Button amounts can be paid out; the server checks typed amounts.
  const offered = rangeOf(
    options.limits.min,
    Math.min(Number(options.limits.max), Math.floor(Number(options.available))),
  )
  const form = useSubmit(
    ['amount', 'payout_account_id', 'otp'],
    async () => {
      await call('requestWithdrawal', {
        body: { amount: amountOf(amount, options.currency), payout_account_id: accountId, otp },
        key: key.current,
      })
      toast(words.withdraw.requested, 'good')
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['open-payments'] })])
      await navigate(paths.withdrawHistory)
    },
    () => {
      const fault = amountFault(words.deposit, amount, range, options.currency)
      return fault ? { amount: [fault] } : {}
    },
  )
  const changed = (field: string) => {
    key.current = newKey()
    form.clear(field)
  }
  return (
    <Card>
      <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <Facts
          facts={[
            [words.withdraw.available, <Money key="available">{money(options.available, options.currency)}</Money>],
            [
              words.withdraw.atATime,
              fill(words.deposit.limits, {
                min: money(options.limits.min, options.currency),
                max: money(options.limits.max, options.currency),
              }),
            ],
          ]}
        />
        <SelectField
          label={words.withdraw.account}
          value={accountId}
          onChange={(event) => {
            setAccountId(event.target.value)
            changed('payout_account_id')
          }}
          errors={form.fields['payout_account_id']}
        >
          {accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {account.label} · {account.number}
              {resting(account) ? ` (${words.withdraw.rests} ${when(account.usable_from)})` : ''}
            </option>
          ))}
        </SelectField>
        <Link to={paths.addBank}>{words.withdraw.add}</Link>
        <AmountField
          value={amount}
          onValue={(value) => {
            if (value === amount) return
            setAmount(value)
            changed('amount')
          }}
          range={range}
          offered={offered ?? null}
          currency={options.currency}
          errors={form.fields['amount']}
        />
        <Stack>
          <SendCode type="withdraw" />
          <CodeField
            value={otp}
            onValue={(value) => {
              setOtp(value)
              changed('otp')
            }}
            errors={form.fields['otp']}
          />
        </Stack>
        {form.message ? (
          <Notice tone="bad" role="alert">
            {form.message}
          </Notice>
        ) : null}
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? words.withdraw.requesting : words.withdraw.request}
        </Button>
      </form>
    </Card>
  )
}

const fetchOptions = () => call('withdrawOptions')
