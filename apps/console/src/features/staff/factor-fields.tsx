import { TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { errorsOf } from '../../shared/api.ts'
import { en } from '../../shared/words/en.ts'
import { CodeField } from './app-code.tsx'

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
        {...asTyped(factors.password, (password) => set({ ...factors, password }), errorsOf(error, 'current_password'))}
        autoComplete="current-password"
        maxLength={128}
        autoFocus
        required
      />
      <CodeField
        label={codeLabel}
        value={factors.code}
        set={(code) => set({ ...factors, code })}
        errors={errorsOf(error, 'code')}
      />
    </>
  )
}
