import { TextField } from '@dhow/ui/field'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.methods

interface LimitFieldsProps {
  currency: string
  limits: { min: string; max: string }
  change(limits: { min: string; max: string }): void
  /** Errors of a field. */
  errors(name: 'min' | 'max'): string[] | undefined
}

/** Minimum and maximum of one payment, side by side. */
export function LimitFields({ currency, limits, change, errors }: LimitFieldsProps) {
  return (
    <div className={form['pair']}>
      {(['min', 'max'] as const).map((name) => (
        <TextField
          key={name}
          label={`${words[name]} (${currency})`}
          value={limits[name]}
          onChange={(event) => change({ ...limits, [name]: event.target.value })}
          errors={errors(name)}
          inputMode="decimal"
          required
        />
      ))}
    </div>
  )
}
