import { TextField } from '@dhow/ui/field'
import { asTyped } from '../as-typed.ts'
import { en } from '../words/en.ts'

/** Why something is done, in the operator's own words, which its trail keeps. It is always needed. */
export function ReasonField({
  label = en.wallets.reason,
  hint = en.wallets.reasonHint,
  value,
  set,
  errors,
  maxLength = 500,
  autoFocus = false,
}: {
  label?: string
  hint?: string | undefined
  value: string
  set: (reason: string) => void
  errors: string[] | undefined
  maxLength?: number | undefined
  autoFocus?: boolean
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      {...asTyped(value, set, errors)}
      minLength={3}
      maxLength={maxLength}
      autoComplete="off"
      autoFocus={autoFocus}
      required
    />
  )
}
