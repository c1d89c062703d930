import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { beginOwnAuthenticator } from '@dhow/contract/staff'
import { CopyLine } from '@dhow/ui/copy-line'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { Qr } from '../../shared/qr.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './my-account.module.css'

const words = en.myAccount
export type NewAuthenticator = ReplyOf<typeof beginOwnAuthenticator>

/** New secret with its QR code, and the field for its code; until confirmed, the old authenticator is valid. */
export function ConfirmAuthenticator({ made, close }: { made: NewAuthenticator; close: () => void }) {
  const [code, setCode] = useState('')
  const toast = useToast()
  const confirm = useMutation({
    mutationFn: () => call('confirmOwnAuthenticator', { body: { ticket: made.ticket, code: code.replace(/\s/g, '') } }),
    onSuccess: () => {
      toast(words.authenticator.done, 'good')
      close()
    },
  })
  const { title, scan, confirm: label } = words.authenticator
  return (
    <ActionForm title={title} lead={scan} confirm={label} action={confirm} cancel={close}>
      <div className={styles['secret']}>
        <Qr text={made.uri} label={en.signIn.picture} />
        <dl>
          <CopyLine label={en.signIn.secret} value={made.secret} words={en.copy} />
        </dl>
      </div>
      <TextField
        label={words.newCode}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        errors={errorsOf(confirm.error, 'code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        required
      />
    </ActionForm>
  )
}
