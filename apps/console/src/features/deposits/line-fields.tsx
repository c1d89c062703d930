import { detailLabelCodes } from '@dhow/contract/deposit-families'
import { textOf } from '@dhow/contract/player-texts'
import { isOneOf } from '@dhow/contract/records'
import { Button } from '@dhow/ui/button'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import cards from '../../shared/cards.module.css'
import { asTyped } from '../../shared/as-typed.ts'
import { fill } from '../../shared/format.ts'
import form from '../../shared/form.module.css'
import { termText } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import type { Method } from './methods.tsx'
import styles from './methods.module.css'

const words = en.methods
type Line = Method['details'][number]['lines'][number]
export type Errors = (field: string) => string[] | undefined
export const emptyLine: Line = { label: '', label_code: null, value: '', copy: true }

/** Lines of payment details: label, text, copy button or not. */
export function LineFields({ lines, set, errors }: { lines: Line[]; set: (lines: Line[]) => void; errors: Errors }) {
  const change = (index: number, next: Partial<Line>) =>
    set(lines.map((line, at) => (at === index ? { ...line, ...next } : line)))
  return (
    <>
      {lines.map((line, index) => {
        const n = index + 1
        return (
          <div key={index} className={cards['row']}>
            <div className={form['pair']}>
              <LabelFields line={line} n={n} change={(next) => change(index, next)} errors={errors} />
              <TextField
                label={fill(words.lineValue, { n })}
                value={line.value}
                onChange={(event) => change(index, { value: event.target.value })}
                errors={errors(`lines.${index}.value`)}
                maxLength={120}
                required
              />
            </div>
            <div className={styles['lineFoot']}>
              <CheckField checked={line.copy} onChange={(event) => change(index, { copy: event.target.checked })}>
                {fill(words.lineCopy, { n })}
              </CheckField>
              {lines.length > 1 ? (
                <Button kind="plain" small onClick={() => set(lines.filter((_, at) => at !== index))}>
                  {fill(words.removeLine, { n })}
                </Button>
              ) : null}
            </div>
          </div>
        )
      })}
      {lines.length < 12 ? (
        <div>
          <Button kind="quiet" small onClick={() => set([...lines, emptyLine])}>
            {words.addLine}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Label of a line: a translated one, or the operator's own. */
function LabelFields({
  line,
  n,
  change,
  errors,
}: {
  line: Line
  n: number
  change: (next: Partial<Line>) => void
  errors: Errors
}) {
  return (
    <div className={styles['label']}>
      <SelectField
        label={fill(words.lineLabel, { n })}
        hint={line.label_code === null ? words.ownLabelHint : words.labelHint}
        value={line.label_code ?? 'own'}
        onChange={({ target: { value } }) =>
          change(
            isOneOf(detailLabelCodes, value)
              ? { label_code: value, label: termText(textOf(value, {})) }
              : { label_code: null, label: '' },
          )
        }
      >
        <option value="own">{words.ownLabel}</option>
        {detailLabelCodes.map((code) => (
          <option key={code} value={code}>
            {termText(textOf(code, {}))}
          </option>
        ))}
      </SelectField>
      {line.label_code === null ? (
        <TextField
          label={fill(words.ownLabelOf, { n })}
          {...asTyped(line.label, (label) => change({ label }), errors(`lines.${n - 1}.label`))}
          maxLength={40}
          required
        />
      ) : null}
    </div>
  )
}
