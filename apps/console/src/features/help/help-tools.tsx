import { useState, type FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { helpCategories } from '@dhow/contract/help-categories'
import { keysOf } from '@dhow/contract/keys-of'
import { Button, buttonClass } from '@dhow/ui/button'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import { paths } from '../../app/paths.ts'
import { addressOf } from '../../shared/api.ts'
import { parseChoice } from '../../shared/choices.ts'
import { Filters } from '../../shared/filters.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import cases from './cases.module.css'

const words = en.cases

/** Filters of the cases; with permission for questions also the ready answers and the complaints file. */
export function HelpTools() {
  const [params, setParams] = useSearchParams()
  const seesQuestions = usePermission('help.see')
  const [isExporting, setExporting] = useState(false)
  const mayExport = usePermission('help.export')
  const choose = (name: string, value: string) => {
    const changed = new URLSearchParams(params)
    if (value === '') changed.delete(name)
    else changed.set(name, value)
    setParams(changed)
  }
  const mine = (
    <CheckField
      checked={params.get('mine') === 'yes'}
      onChange={(event) => choose('mine', event.target.checked ? 'yes' : '')}
    >
      {words.mine}
    </CheckField>
  )
  const set = { mine: params.get('mine') ?? '' }
  if (!seesQuestions)
    return (
      <div className={cases['tools']}>
        <Filters set={set}>{mine}</Filters>
      </div>
    )
  return (
    <div className={cases['tools']}>
      <Filters set={{ ...set, category: params.get('category') ?? '', complaint: params.get('complaint') ?? '' }}>
        <SelectField
          label={words.category}
          value={params.get('category') ?? ''}
          onChange={(event) => choose('category', event.target.value)}
        >
          <option value="">{words.allCategories}</option>
          {helpCategories.map((category) => (
            <option key={category} value={category}>
              {words.categories[category]}
            </option>
          ))}
        </SelectField>
        {mine}
        <CheckField
          checked={params.get('complaint') === 'open'}
          onChange={(event) => choose('complaint', event.target.checked ? 'open' : '')}
        >
          {words.openComplaints}
        </CheckField>
      </Filters>
      <Link to={paths.readyAnswers} className={buttonClass('quiet', { small: true })}>
        {words.readyAnswers}
      </Link>
      {mayExport ? (
        <Button kind="quiet" small onClick={() => setExporting(!isExporting)} aria-expanded={isExporting}>
          {words.export}
        </Button>
      ) : null}
      {isExporting ? <ExportForm /> : null}
    </div>
  )
}

const files = { complaints: 'exportComplaints', conversations: 'exportConversations' } as const
const fileKinds = keysOf(files)

/** Choice of kind and days of the file, which a link downloads. */
function ExportForm() {
  const [span, setSpan] = useState({ from: '', to: '' })
  const [kind, setKind] = useState<(typeof fileKinds)[number]>('complaints')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    Object.assign(document.createElement('a'), {
      href: addressOf(files[kind], {}, span),
      download: `${kind}-${span.from}-${span.to}.csv`,
    }).click()
  }
  return (
    <form method="post" className={cases['tools']} onSubmit={submit} aria-label={words.export}>
      <SelectField
        label={words.fileOf}
        value={kind}
        hint={words.fileHints[kind]}
        onChange={(event) => setKind(parseChoice(fileKinds, event.target.value) ?? kind)}
      >
        {fileKinds.map((one) => (
          <option key={one} value={one}>
            {words.files[one]}
          </option>
        ))}
      </SelectField>
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={words.span[name]}
          type="date"
          value={span[name]}
          onChange={(event) => setSpan({ ...span, [name]: event.target.value })}
          required
        />
      ))}
      <Button type="submit" small>
        {words.download}
      </Button>
    </form>
  )
}
