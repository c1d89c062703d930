import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { beginOwnAuthenticator } from '@dhow/contract/staff'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { en } from '../../shared/words/en.ts'
import { AppSecret, CodeField } from './app-code.tsx'

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
      <AppSecret {...made} />
      <CodeField label={words.newCode} value={code} set={setCode} errors={errorsOf(confirm.error, 'code')} autoFocus />
    </ActionForm>
  )
}
