import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { SelectField, TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, newKey } from '../../shared/api.ts'
import { CodeField } from '../../shared/code-field.tsx'
import { useSubmit } from '../../shared/form.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { SendCode } from '../../shared/send-code.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { PayoutAccounts } from './payout-accounts.tsx'

type Kind = keyof Words['withdraw']['kinds']

/** Form for a payout account: fields by kind, and a code, because thieves start here. */
export default function AddBank() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['payout-accounts'], queryFn: () => call('payoutAccounts') })
  return (
    <Page {...AddBank.head(words)}>
      {data ? (
        <>
          <Form kinds={data.kinds} />
          <PayoutAccounts accounts={data.accounts} />
        </>
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={5} />
      )}
    </Page>
  )
}

AddBank.head = (words: Words): PageHead => ({ title: words.withdraw.addTitle, lead: words.withdraw.addLead })

/** Form values and request; a change makes it another request. */
function usePayoutAccount(kinds: Kind[]) {
  const words = useWords()
  const [kind, chooseKind] = useState<Kind>(kinds[0] ?? 'bank_na')
  const [values, setValues] = useState({ holder: '', number: '', branch: '', bank: '', otp: '' })
  const key = useRef(newKey())
  const navigate = useNavigate()
  const toast = useToast()
  const client = useQueryClient()
  const branchLabels: Partial<Record<Kind, string>> = words.withdraw.branch
  const branchLabel = branchLabels[kind]
  const form = useSubmit(
    ['holder', 'number', 'branch', 'bank', 'otp', 'kind'],
    async () => {
      const { branch, bank, ...needed } = values
      await call('addPayoutAccount', {
        body: { kind, ...needed, ...(branch ? { branch } : {}), ...(bank ? { bank } : {}) },
        key: key.current,
      })
      await client.invalidateQueries({ queryKey: ['payout-accounts'] })
      toast(words.withdraw.saved, 'good')
      navigate(paths.withdraw)
    },
    () => {
      const needed = ['holder', 'number', ...(branchLabel ? (['branch'] as const) : []), 'otp'] as const
      const empty = needed.filter((name) => values[name].trim() === '')
      return Object.fromEntries(empty.map((name) => [name, [words.withdraw.required]]))
    },
  )
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    errors: form.fields[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  })
  const set = (name: keyof typeof values, value: string) => {
    key.current = newKey()
    // A code confirms the account that it was sent for.
    setValues((before) => ({ ...before, otp: '', [name]: value }))
    form.clear(name)
  }
  const setKind = (next: string) => {
    chooseKind(kinds.find((row) => row === next) ?? kind)
    set('otp', '')
  }
  return { form, kind, setKind, values, field, set, branchLabel }
}

function Form({ kinds }: { kinds: Kind[] }) {
  const words = useWords()
  const { form, kind, setKind, values, field, set, branchLabel } = usePayoutAccount(kinds)
  return (
    <Card>
      <SubmitForm form={form} label={words.withdraw.saveAccount}>
        <SelectField
          label={words.withdraw.kind}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          errors={form.fields['kind']}
        >
          {kinds.map((row) => (
            <option key={row} value={row}>
              {words.withdraw.kinds[row]}
            </option>
          ))}
        </SelectField>
        <TextField label={words.withdraw.holder} autoComplete="name" required {...field('holder')} />
        <TextField
          label={words.withdraw.number[kind]}
          autoComplete="off"
          spellCheck={false}
          required
          {...field('number')}
        />
        {branchLabel ? <TextField label={branchLabel} autoComplete="off" required {...field('branch')} /> : null}
        {kind === 'bank_na' || kind === 'bank_in' ? (
          <TextField label={words.withdraw.bank} autoComplete="off" {...field('bank')} />
        ) : null}
        <SendCode
          type="payout_account"
          isReady={() => form.isReady(['otp'])}
          about={{
            command: { kind, number: values.number, ...(values.branch ? { branch: values.branch } : {}) },
            otherwise: words.withdraw.codeForAnotherAccount,
          }}
        />
        <CodeField value={values.otp} onValue={(otp) => set('otp', otp)} errors={form.fields['otp']} />
      </SubmitForm>
    </Card>
  )
}
