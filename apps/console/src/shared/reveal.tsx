import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { revealPlayer } from '@dhow/contract/players'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { call } from './api.ts'
import { ReasonForm } from './queue/reason-form.tsx'
import { usePermission } from './session.tsx'
import { en } from './words/en.ts'

const words = en.reveal

/** Button to reveal a player's masked field, with permission and a reason; nothing if it is not masked. */
export function Reveal({
  playerId,
  field,
  withdrawalId,
}: {
  playerId: string
  field: 'mobile' | 'email' | 'pay_to'
  withdrawalId?: string
}) {
  const [isAsking, setIsAsking] = useState(false)
  const [values, setValues] = useState<ReplyOf<typeof revealPlayer>['values']>()
  const seesAll = usePermission('players.see_identity')
  const mayLook = usePermission('players.reveal')
  if (seesAll || !mayLook) return null
  if (values)
    return (
      <dl>
        {values.map(({ field: name, value }) => (
          <CopyLine key={name} label={words.fields[name]} value={value} words={en.copy} />
        ))}
      </dl>
    )
  if (!isAsking)
    return (
      <Button kind="quiet" small onClick={() => setIsAsking(true)}>
        {words[field].label}
      </Button>
    )
  const send = async (reason: string) => {
    const about = withdrawalId === undefined ? {} : { withdrawal_id: withdrawalId }
    const body = { field, reason, ...about }
    setValues((await call('revealPlayer', { params: { id: playerId }, body })).values)
  }
  return <ReasonForm words={words[field]} name={{}} refresh={[]} send={send} close={() => setIsAsking(false)} />
}
