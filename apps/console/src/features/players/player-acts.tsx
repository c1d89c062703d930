import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { call } from '../../shared/api.ts'
import detail from '../../shared/queue/detail.module.css'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { useMay } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.wallets
type Player = ReplyOf<typeof staffPlayer>['player']
type Act = keyof typeof words.acts

/** What an operator may do to a player now, each act with its reason. */
export function PlayerActs({ player }: { player: Player }) {
  const [open, setOpen] = useState<Act>()
  const acts = useActs(player)
  if (acts.length === 0) return null
  if (open && acts.includes(open))
    return <ActOf key={open} act={open} player={player} close={() => setOpen(undefined)} />
  return (
    <div className={detail['buttons']}>
      {acts.map((act) => (
        <Button key={act} small kind={isHard(act) ? 'danger' : 'quiet'} onClick={() => setOpen(act)}>
          {words.acts[act].label}
        </Button>
      ))}
    </div>
  )
}

const isHard = (act: Act) => act === 'suspend' || act === 'freeze' || act === 'close'

function useActs(player: Player): Act[] {
  const maySuspend = useMay('suspendPlayers')
  const mayFreeze = useMay('freezeMoney')
  return [
    ...(maySuspend ? (['signOut', player.active ? 'suspend' : 'lift'] as const) : []),
    ...(mayFreeze && player.wallet !== 'closed'
      ? ([player.wallet === 'frozen' ? 'thaw' : 'freeze', 'close'] as const)
      : []),
  ]
}

function ActOf({ act, player, close }: { act: Act; player: Player; close: () => void }) {
  const [word, setWord] = useState('')
  const params = { id: player.id }
  const send = (reason: string): Promise<unknown> => {
    switch (act) {
      case 'suspend':
      case 'lift':
        return call('setPlayerActive', { params, body: { active: act === 'lift', reason } })
      case 'signOut':
        return call('endPlayerSessions', { params, body: { reason } })
      case 'freeze':
      case 'thaw':
        return call('freezeWallet', { params, body: { frozen: act === 'freeze', reason } })
      case 'close':
        return call('closeWallet', { params, body: { confirm: word.trim() as 'CLOSE', reason } })
    }
  }
  return (
    <ReasonForm
      words={words.acts[act]}
      name={{ player: player.player_name }}
      kind={isHard(act) ? 'danger' : 'main'}
      refresh={['player', 'players']}
      send={send}
      close={close}
    >
      {act === 'close'
        ? (errors) => (
            <TextField
              label={words.closeWord}
              value={word}
              onChange={(event) => setWord(event.target.value)}
              errors={errors('confirm')}
              maxLength={5}
              autoComplete="off"
              autoFocus
              required
            />
          )
        : undefined}
    </ReasonForm>
  )
}
