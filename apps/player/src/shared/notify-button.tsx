import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { call, sentencesOf } from './api.ts'
import { canStartPush, startPush } from './push.ts'
import { useWords } from './words/words.tsx'

/**
 * Button beside an open payment: lets this browser notify when it is done. Hidden if notifications are on, blocked or unsupported, and during a break
 * or block.
 */
export function NotifyButton({ kind }: { kind: 'deposit' | 'withdrawal' }) {
  const { tellMe: words } = useWords()
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<{ text: string; isOn: boolean }>()
  const [busy, setBusy] = useState(false)
  const { data: mayStart } = useQuery({ queryKey: ['push', 'may-start'], queryFn: canStartPush })
  const { data: limits } = useQuery({
    queryKey: ['limits'],
    queryFn: () => call('getLimits'),
    enabled: mayStart === true,
  })
  if (outcome) return <p role={outcome.isOn ? 'status' : 'alert'}>{outcome.text}</p>
  if (!mayStart || limits?.block !== null) return null
  const start = async () => {
    setBusy(true)
    try {
      const isOn = await startPush()
      setOutcome({ isOn, text: isOn ? words.on : words.refused })
      void client.invalidateQueries({ queryKey: ['push'] })
    } catch (problem) {
      setOutcome({ isOn: false, text: sentencesOf(problem).join(' ') })
    }
    setBusy(false)
  }
  return (
    <div>
      <Button kind="quiet" busy={busy} onClick={() => void start()}>
        {words[kind]}
      </Button>
    </div>
  )
}
