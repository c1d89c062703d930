import { keysOf } from '@dhow/contract/keys-of'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CsvMapping, StatementAccount } from '@dhow/contract/statements'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf, upload } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill } from '../../shared/format.ts'
import form from '../../shared/form.module.css'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { firstMapping, MappingFields } from './mapping-fields.tsx'
import { Preview } from './preview.tsx'

const words = en.statements
type Format = keyof typeof words.formats

/** Imports a bank's file for one account; asks for the columns of a CSV. */
export function ImportForm({ close }: { close: () => void }) {
  const asked = useQuery({ queryKey: ['statement-accounts'], queryFn: () => call('staffStatementAccounts') })
  return (
    <Asked query={asked}>
      {({ accounts }) => {
        const first = accounts.find((one) => one.waiting > 0) ?? accounts[0]
        return first ? <Fields accounts={accounts} first={first} close={close} /> : null
      }}
    </Asked>
  )
}

interface Chosen {
  account: StatementAccount
  format: Format
  mapping: CsvMapping | undefined
  file: File | undefined
}

function useImport({ account, format, mapping, file }: Chosen, close: () => void) {
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    mutationFn: () =>
      upload(
        'importStatement',
        { account: account.account, format, ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) },
        { field: 'statement', file: file ?? new File([], 'nothing') },
      ),
    onSuccess(reply) {
      refresh('statement-lines', 'statement-accounts', 'audit')
      const { new_lines: fresh, lines } = reply.statement
      const counts = { fresh, lines, exact: reply.exact_matches, linked: reply.linked }
      toast(reply.already ? words.importedAlready : fill(words.imported, counts), 'good')
      close()
    },
  })
}

function Fields({
  accounts,
  first,
  close,
}: {
  accounts: StatementAccount[]
  first: StatementAccount
  close: () => void
}) {
  const [account, setAccount] = useState(first)
  const [format, setFormat] = useState<Format>('auto')
  const [file, setFile] = useState<File>()
  const [mapping, setMapping] = useState<CsvMapping>(account.mapping ?? firstMapping)
  const isCsv = format === 'csv' || (format === 'auto' && /\.(csv|txt|tsv)$/i.test(file?.name ?? ''))
  const send = useImport({ account, format, mapping: isCsv ? mapping : undefined, file }, close)
  const choose = (code: string) => {
    const chosen = accounts.find((one) => one.account === code)
    if (!chosen) return
    setAccount(chosen)
    setMapping(chosen.mapping ?? firstMapping)
  }
  return (
    <ActionForm title={words.import} lead={words.importLead} confirm={words.confirmImport} action={send} cancel={close}>
      <div className={form['pair']}>
        <SelectField
          label={words.account}
          hint={
            account.covered_until === null
              ? words.neverCovered
              : fill(words.waitingHere, { count: account.waiting, day: account.covered_until })
          }
          {...asTyped(account.account, choose)}
          autoFocus
        >
          {accounts.map((one) => (
            <option key={one.account} value={one.account}>
              {one.name} · {one.currency}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.file}
          hint={words.fileHint}
          type="file"
          accept=".csv,.txt,.tsv,.ofx,.qfx,.sta,.mt940,.940,.xml"
          onChange={(event) => setFile(event.target.files?.[0])}
          errors={errorsOf(send.error, 'statement')}
          required
        />
        <ChoiceField
          label={words.format}
          words={words.formats}
          choices={keysOf(words.formats)}
          value={format}
          set={setFormat}
        />
      </div>
      {isCsv ? (
        <>
          <p>{words.mapping}</p>
          {file ? <Preview key={`${file.name} ${file.size}`} file={file} delimiter={mapping.delimiter} /> : null}
          <MappingFields mapping={mapping} change={setMapping} />
          {errorsOf(send.error, 'mapping')?.map((sentence) => (
            <Notice key={sentence} tone="bad" role="alert">
              {sentence}
            </Notice>
          ))}
        </>
      ) : null}
    </ActionForm>
  )
}
