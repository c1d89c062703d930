import { useState } from 'react'
import type { StaffProvider } from '@dhow/contract/providers'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { en } from '../../shared/words/en.ts'
import form from '../../shared/form.module.css'
import { parseChoice } from '../../shared/choices.ts'

const words = en.providers.ceilings
type Row = StaffProvider['ceilings'][number]
const fields = ['win', 'multiple', 'multiple_from', 'hour'] as const

/** Largest win of a provider's games by currency; a larger one is held for review. */
export function Ceilings({ provider, close }: { provider: StaffProvider; close: () => void }) {
  const [currency, setCurrency] = useState<Row['currency']>('NAD')
  const [typed, setTyped] = useState<Partial<Record<(typeof fields)[number], string>>>({})
  const toast = useToast()
  const row = provider.ceilings.find((one) => one.currency === currency)
  if (!row) return null
  const currencies = provider.ceilings.map((one) => one.currency)
  const value = (field: (typeof fields)[number]) => typed[field] ?? String(row[field])
  const name = { name: provider.name }
  return (
    <ReasonForm
      words={{ label: words.change, lead: words.changeLead, confirm: words.save, done: '' }}
      name={name}
      refresh={['providers', 'changes']}
      send={async (reason) => {
        const { waiting } = await call('setProviderCeilings', {
          params: { id: provider.code },
          body: {
            currency,
            win: value('win'),
            multiple: Number(value('multiple')),
            multiple_from: value('multiple_from'),
            hour: value('hour'),
            reason,
          },
        })
        toast(fill(waiting ? words.proposed : words.saved, name), 'good')
      }}
      close={close}
    >
      {(errors) => (
        <>
          <p>
            {fill(words.thisHour, {
              staked: formatMoney(row.staked_this_hour, currency),
              won: formatMoney(row.won_this_hour, currency),
            })}{' '}
            {row.own ? words.own : words.shared}
          </p>
          <div className={form['pair']}>
            <SelectField
              label={words.currency}
              value={currency}
              onChange={(event) => {
                setCurrency(parseChoice(currencies, event.target.value) ?? currency)
                setTyped({})
              }}
            >
              {provider.ceilings.map((one) => (
                <option key={one.currency} value={one.currency}>
                  {one.currency}
                </option>
              ))}
            </SelectField>
            {fields.map((field) => (
              <TextField
                key={field}
                label={words.fields[field]}
                value={value(field)}
                onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
                errors={errors(field)}
                inputMode={field === 'multiple' ? 'numeric' : 'decimal'}
                autoComplete="off"
                required
              />
            ))}
          </div>
        </>
      )}
    </ReasonForm>
  )
}
