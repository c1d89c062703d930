import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/staff'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActForm } from '../../shared/queue/act-form.tsx'
import { useMay, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.players

/** Suspends a player or lifts it, with a reason. */
export function ActiveSwitch({ player }: { player: ReplyOf<typeof staffPlayer>['player'] }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const maySuspend = useMay('suspendPlayers')
  const refresh = useRefresh()
  const toast = useToast()
  const active = !player.active
  const set = useMutation({
    mutationFn: () => call('setPlayerActive', { params: { id: player.id }, body: { active, reason: reason.trim() } }),
    onSuccess() {
      refresh('player', 'players', 'audit')
      toast(fill(active ? words.liftDone : words.suspendDone, { player: player.player_name }), 'good')
      setOpen(false)
      setReason('')
    },
  })
  if (!maySuspend) return null
  const label = active ? words.lift : words.suspend
  if (!isOpen) {
    return (
      <div>
        <Button kind={active ? 'quiet' : 'danger'} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <ActForm
      title={label}
      lead={active ? words.liftLead : words.suspendLead}
      confirm={active ? words.confirmLift : words.confirmSuspend}
      kind={active ? 'main' : 'danger'}
      busy={set.isPending}
      error={set.error}
      forget={set.reset}
      submit={() => set.mutate()}
      cancel={() => setOpen(false)}
    >
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        errors={errorsOf(set.error, 'reason')}
        minLength={3}
        maxLength={500}
        autoComplete="off"
        autoFocus
        required
      />
    </ActForm>
  )
}
