import { blockKinds, type BlockKind } from '@dhow/contract/blocklists'
import { useState } from 'react'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from './as-typed.ts'
import { call } from './api.ts'
import { parseChoice } from './choices.ts'
import form from './form.module.css'
import { ReasonForm } from './queue/reason-form.tsx'
import { en } from './words/en.ts'

const words = en.blocklists

/** Adds one entry, which another screen may prefill. */
export function AddEntry({
  proposed,
  close,
}: {
  proposed: { kind: BlockKind | undefined; value: string }
  close: () => void
}) {
  const [kind, setKind] = useState<BlockKind>(proposed.kind ?? 'mobile')
  const [value, setValue] = useState(proposed.value)
  const [until, setUntil] = useState('')
  return (
    <ReasonForm
      words={words.add}
      name={{}}
      refresh={['blocklists', 'player']}
      send={(reason) =>
        call('addBlock', { body: { kind, value: value.trim(), reason, ...(until === '' ? {} : { until }) } })
      }
      close={close}
    >
      {(errors) => (
        <div className={form['pair']}>
          <SelectField
            label={words.kind}
            value={kind}
            onChange={(event) => setKind(parseChoice(blockKinds, event.target.value) ?? kind)}
            autoFocus
          >
            {blockKinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={words.add.value}
            hint={words.add.hints[kind]}
            {...asTyped(value, setValue, errors('value'))}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <TextField
            label={words.add.until}
            hint={words.add.untilHint}
            type="date"
            {...asTyped(until, setUntil, errors('until'))}
          />
        </div>
      )}
    </ReasonForm>
  )
}
