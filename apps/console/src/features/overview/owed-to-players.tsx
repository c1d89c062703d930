import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { LiabilityDay } from '@dhow/contract/liabilities'
import { Button } from '@dhow/ui/button'
import { SelectField, TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import form from '../../shared/form.module.css'
import { amountOf, formatMoney } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.owed
const daysShown = 14
const keyOf = ({ day, currency }: LiabilityDay) => `${day} ${currency}`

/** Published sums of debts to players, and the form for a bank balance beside one. */
export function OwedToPlayers() {
  const asked = useQuery({ queryKey: ['liabilities'], queryFn: () => call('staffLiabilities') })
  const mayEnter = usePermission('liabilities.enter_balance')
  return (
    <section className={detail['block']}>
      <h2>{words.title}</h2>
      <p className={detail['quiet']}>{words.lead}</p>
      <Asked query={asked}>
        {({ days }) =>
          days.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <>
              <Table
                label={words.title}
                columns={[
                  { key: 'day', label: words.day },
                  { key: 'owed', label: words.owed, isNumber: true },
                  { key: 'bank', label: words.bank, isNumber: true },
                  { key: 'checks', label: words.checks, isNumber: true },
                ]}
                rows={days.slice(0, daysShown).map((one) => ({
                  key: keyOf(one),
                  cells: {
                    day: one.day,
                    owed: formatMoney(one.total, one.currency),
                    bank: one.bank_balance === null ? words.notEntered : formatMoney(one.bank_balance, one.currency),
                    checks: String(one.checks),
                  },
                }))}
              />
              {mayEnter ? <BankBalance days={days.slice(0, daysShown)} /> : null}
            </>
          )
        }
      </Asked>
    </section>
  )
}

function BankBalance({ days }: { days: LiabilityDay[] }) {
  const [key, setKey] = useState('')
  const [amount, setAmount] = useState('')
  const toast = useToast()
  const refresh = useRefresh()
  const chosen = days.find((one) => keyOf(one) === key) ?? days[0]
  const enter = useMutation({
    mutationFn: async () => {
      if (!chosen) return
      const { day, currency } = chosen
      await call('setBankBalance', { body: { day, currency, amount: amountOf(amount, currency) } })
    },
    onSuccess() {
      toast(words.entered, 'good')
      setAmount('')
      refresh('liabilities')
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate()
  }
  if (!chosen) return null
  return (
    <form method="post" className={form['pair']} onSubmit={submit} aria-label={words.enter}>
      <SelectField label={words.day} value={keyOf(chosen)} onChange={(event) => setKey(event.target.value)}>
        {days.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {keyOf(one)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.bank}
        inputMode="decimal"
        {...asTyped(amount, setAmount, errorsOf(enter.error, 'amount'))}
        required
      />
      <div className={form['go']}>
        <Button type="submit" kind="quiet" busy={enter.isPending}>
          {words.enter}
        </Button>
      </div>
    </form>
  )
}
