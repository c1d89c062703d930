import { CopyLine } from '@dhow/ui/copy-line'
import { TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { Qr } from '../../shared/qr.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './app-code.module.css'

/** The secret that the authenticator app reads, as a picture and to type. */
export const AppSecret = ({ uri, secret }: { uri: string; secret: string }) => (
  <div className={styles['secret']}>
    <Qr text={uri} label={en.signIn.picture} />
    <dl>
      <CopyLine label={en.signIn.secret} value={secret} words={en.copy} />
    </dl>
  </div>
)

/** The six digits that the authenticator app shows, with a space or without. */
export const CodeField = ({
  label,
  hint,
  value,
  set,
  errors,
  autoFocus = false,
}: {
  label: string
  hint?: string | undefined
  value: string
  set: (code: string) => void
  errors: string[] | undefined
  autoFocus?: boolean
}) => (
  <TextField
    label={label}
    hint={hint}
    {...asTyped(value, set, errors)}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={7}
    autoFocus={autoFocus}
    required
  />
)
