import { useMutation } from '@tanstack/react-query'
import { useToast } from '@dhow/ui/toast'
import { fill } from '../format.ts'
import { useRefresh } from '../session.tsx'
import { ActionForm } from './action-form.tsx'

/** Form to end an offer to players, with a sentence about the effect. */
export function StopForm({
  words,
  title,
  send,
  refresh,
  close,
}: {
  words: { stop: string; stopLead: string; confirmStop: string; stopped: string }
  /** Name of the offer as shown to players. */
  title: string
  send: () => Promise<unknown>
  refresh: string
  close: () => void
}) {
  const refreshAll = useRefresh()
  const toast = useToast()
  const stop = useMutation({
    mutationFn: send,
    onSuccess() {
      refreshAll(refresh, 'audit')
      toast(fill(words.stopped, { title }), 'good')
      close()
    },
  })
  return (
    <ActionForm
      title={words.stop}
      lead={fill(words.stopLead, { title })}
      confirm={words.confirmStop}
      kind="danger"
      action={stop}
      cancel={close}
    />
  )
}
