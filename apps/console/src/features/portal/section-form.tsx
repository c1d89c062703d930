import { useState } from 'react'
import type { BodyOf } from '@dhow/contract/operation'
import type { changeSettings } from '@dhow/contract/settings'
import { Button } from '@dhow/ui/button'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import cards from '../../shared/cards.module.css'
import { asTyped } from '../../shared/as-typed.ts'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { en } from '../../shared/words/en.ts'
import {
  draftOf,
  listColumns,
  sectionOf,
  sectionRows,
  type Draft,
  type FieldRow,
  isListKind,
  type ListKind,
  type ListRow,
  type SectionName,
} from './fields.ts'

const words = en.settings
type Errors = (field: string) => string[] | undefined

/** Form for one section of the settings, changed as a whole with a reason. */
export function SectionForm({ name, section, close }: { name: SectionName; section: unknown; close: () => void }) {
  const rows = sectionRows[name]
  const { title, lead, fields } = words.sections[name]
  const labels: Record<string, string> = fields
  const [drafts, setDrafts] = useState<Record<string, Draft>>(() =>
    Object.fromEntries(rows.map((field) => [field.path, draftOf(section, field)])),
  )
  const [shown, setShown] = useState(() => rows.filter((field) => !field.isRare || drafts[field.path] !== ''))
  const left = rows.filter((field) => !shown.includes(field))
  const toast = useToast()
  const send = async (reason: string) => {
    const change = { [name]: sectionOf(rows, drafts) } as BodyOf<typeof changeSettings>['change']
    const reply = await call('changeSettings', { body: { change, reason } })
    toast(fill(reply.waits ? words.waits : reply.alone ? words.alone : words.saved, { section: title }), 'good')
    return reply
  }
  return (
    <ReasonForm
      words={{ label: words.changeOf, lead, confirm: words.save, done: '' }}
      name={{ section: title }}
      refresh={['settings', 'changes']}
      send={send}
      close={close}
    >
      {(errors) => (
        <>
          {shown.map((field, fieldIndex) => (
            <Field
              key={field.path}
              field={field}
              label={labels[field.path] ?? field.path}
              isFirst={fieldIndex === 0}
              draft={drafts[field.path] ?? ''}
              set={(draft) => setDrafts({ ...drafts, [field.path]: draft })}
              errors={(below) =>
                errors(['change', name, ...(field.isSection ? [] : [field.path]), ...(below ? [below] : [])].join('.'))
              }
            />
          ))}
          {left.length === 0 ? null : (
            <SelectField
              label={words.addThreshold}
              hint={words.otherActions}
              value=""
              onChange={({ target }) => setShown([...shown, ...left.filter(({ path }) => path === target.value)])}
            >
              <option value="">{words.chooseAction}</option>
              {left.map(({ path }) => (
                <option key={path} value={path}>
                  {labels[path] ?? path}
                </option>
              ))}
            </SelectField>
          )}
        </>
      )}
    </ReasonForm>
  )
}

interface FieldProps {
  field: FieldRow
  label: string
  isFirst: boolean
  draft: Draft
  set: (draft: Draft) => void
  errors: Errors
}

function Field({ field, label, isFirst, draft, set, errors }: FieldProps) {
  if (typeof draft === 'boolean')
    return (
      <CheckField
        checked={draft}
        onChange={(event) => set(event.target.checked)}
        errors={errors('')}
        autoFocus={isFirst}
      >
        {label}
      </CheckField>
    )
  if (typeof draft !== 'string')
    return isListKind(field.kind) ? <ListFields kind={field.kind} rows={draft} set={set} errors={errors} /> : null
  if (field.kind === 'choice')
    return (
      <SelectField label={label} {...asTyped(draft, set, errors(''))} autoFocus={isFirst}>
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {words.choices[choice] ?? choice}
          </option>
        ))}
      </SelectField>
    )
  return (
    <TextField
      label={label}
      hint={words.hints[field.path]}
      {...asTyped(draft, set, errors('') ?? errors('0'))}
      type={field.kind === 'instant' ? 'datetime-local' : 'text'}
      inputMode={field.kind === 'amount' ? 'decimal' : field.kind === 'whole' ? 'numeric' : undefined}
      autoComplete="off"
      autoFocus={isFirst}
    />
  )
}

interface ListProps {
  kind: ListKind
  rows: ListRow[]
  set: (rows: ListRow[]) => void
  errors: Errors
}

function ListFields({ kind, rows, set, errors }: ListProps) {
  const { most, empty, columns } = listColumns[kind]
  const { add, remove, labels } = words.lists[kind]
  const label: Record<string, string> = labels
  return (
    <>
      {rows.map((row, index) => {
        const n = index + 1
        return (
          <div key={index} className={cards['row']}>
            {Object.entries(columns).map(([column, longest]) => (
              <TextField
                key={column}
                label={fill(label[column] ?? column, { n })}
                type={column === 'url' ? 'url' : 'text'}
                inputMode={column === 'allowance' ? 'numeric' : undefined}
                value={row[column] ?? ''}
                onChange={(event) =>
                  set(rows.map((other, at) => (at === index ? { ...other, [column]: event.target.value } : other)))
                }
                errors={errors(`${index}.${column}`)}
                maxLength={longest}
                autoComplete="off"
                required
              />
            ))}
            <div>
              <Button kind="plain" small onClick={() => set(rows.filter((_, at) => at !== index))}>
                {fill(remove, { n })}
              </Button>
            </div>
          </div>
        )
      })}
      {rows.length < most ? (
        <div>
          <Button kind="quiet" small onClick={() => set([...rows, { ...empty }])}>
            {add}
          </Button>
        </div>
      ) : null}
    </>
  )
}
