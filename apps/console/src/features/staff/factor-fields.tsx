import { TextField } from '@dhow/ui/field'
import { errorsOf } from '../../shared/api.ts'
import { en } from '../../shared/words/en.ts'

export const noFactors = { password: '', code: '' }
type Factors = typeof noFactors

/** Request body of the factors. */
export const factorsBody = ({ password, code }: Factors) => ({
  current_password: password,
  code: code.replace(/\s/g, ''),
})

/** Fields for the current password and a code of the current authenticator. */
export function FactorFields({
  factors,
  set,
  error,
  codeLabel,
}: {
  factors: Factors
  set: (factors: Factors) => void
  error: unknown
  codeLabel: string
}) {
  return (
    <>
      <TextField
        label={en.myAccount.currentPassword}
        type="password"
        value={factors.password}
        onChange={(event) => set({ ...factors, password: event.target.value })}
        errors={errorsOf(error, 'current_password')}
        autoComplete="current-password"
        maxLength={128}
        autoFocus
        required
      />
      <TextField
        label={codeLabel}
        value={factors.code}
        onChange={(event) => set({ ...factors, code: event.target.value })}
        errors={errorsOf(error, 'code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
      />
    </>
  )
}
