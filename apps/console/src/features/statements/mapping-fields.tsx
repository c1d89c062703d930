import { keysOf } from '@dhow/contract/keys-of'
import type { CsvMapping } from '@dhow/contract/statements'
import { SelectField, TextField } from '@dhow/ui/field'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'
import { parseChoice } from '../../shared/choices.ts'

const encodings = ['utf-8', 'windows-1252'] as const

const words = en.statements

/** Default mapping: most banks' files look like this. */
export const firstMapping: CsvMapping = {
  encoding: 'utf-8',
  delimiter: ',',
  header_rows: 1,
  date: 1,
  date_format: 'YYYY-MM-DD',
  decimal: '.',
  amount: 2,
  credit: null,
  debit: null,
  reference: 3,
  text: [4],
  bank_id: null,
}

const dateFormats: CsvMapping['date_format'][] = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
]

export function MappingFields({ mapping, change }: { mapping: CsvMapping; change: (mapping: CsvMapping) => void }) {
  const column = (
    label: string,
    key: 'date' | 'amount' | 'credit' | 'debit' | 'reference' | 'bank_id',
    hint?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      value={mapping[key] ?? ''}
      onChange={(event) => change({ ...mapping, [key]: numberOf(event.target.value) ?? (key === 'date' ? 1 : null) })}
    />
  )
  return (
    <div className={form['pair']}>
      <EncodingField value={mapping.encoding} set={(encoding) => change({ ...mapping, encoding })} />
      <ChoiceField
        label={words.delimiter}
        words={words.delimiters}
        choices={keysOf(words.delimiters)}
        value={mapping.delimiter}
        set={(delimiter) => change({ ...mapping, delimiter })}
      />
      <TextField
        label={words.headerRows}
        inputMode="numeric"
        value={mapping.header_rows}
        onChange={(event) => change({ ...mapping, header_rows: numberOf(event.target.value) ?? 0 })}
      />
      {column(words.date, 'date')}
      <SelectField
        label={words.dateFormat}
        value={mapping.date_format}
        onChange={(event) =>
          change({ ...mapping, date_format: parseChoice(dateFormats, event.target.value) ?? mapping.date_format })
        }
      >
        {dateFormats.map((format) => (
          <option key={format} value={format}>
            {format}
          </option>
        ))}
      </SelectField>
      <ChoiceField
        label={words.decimal}
        words={words.decimals}
        choices={keysOf(words.decimals)}
        value={mapping.decimal}
        set={(decimal) => change({ ...mapping, decimal })}
      />
      {column(words.amountColumn, 'amount', words.amountHint)}
      {column(words.credit, 'credit')}
      {column(words.debit, 'debit')}
      {column(words.reference, 'reference')}
      <TextField
        label={words.text}
        hint={words.textHint}
        defaultValue={mapping.text.join(', ')}
        onChange={(event) => change({ ...mapping, text: numbersOf(event.target.value) })}
      />
      {column(words.bankId, 'bank_id')}
    </div>
  )
}

const numberOf = (text: string): number | undefined => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : undefined)
const numbersOf = (text: string): number[] =>
  text
    .split(/[, ]+/)
    .map(numberOf)
    .filter((column) => column !== undefined)
    .filter((column) => column > 0)
    .slice(0, 6)

function EncodingField({
  value,
  set,
}: {
  value: CsvMapping['encoding']
  set: (encoding: CsvMapping['encoding']) => void
}) {
  return (
    <SelectField
      label={words.encoding}
      value={value}
      onChange={(event) => set(parseChoice(encodings, event.target.value) ?? value)}
    >
      <option value="utf-8">UTF-8</option>
      <option value="windows-1252">Windows-1252</option>
    </SelectField>
  )
}
