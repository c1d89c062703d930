import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Notice } from '@dhow/ui/feedback'
import type { Currency } from '@dhow/contract/money'
import { call } from '../../shared/api.ts'
import { fill, money } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { isZero } from '../../shared/queue/holds.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { useMay } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.wallets
type Player = ReplyOf<typeof staffPlayer>['player']
type Act = keyof typeof words.acts | 'writeOff'
const wordsOf = (act: Act) => (act === 'writeOff' ? en.holds.writeOff : words.acts[act])

/** Actions on a player, each act with its reason. */
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
          {wordsOf(act).label}
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
    ...(mayFreeze && !isZero(player.debt) ? (['writeOff'] as const) : []),
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
      case 'writeOff':
        return call('writeOffDebt', { params, body: { reason } })
      case 'close':
        return call('closeWallet', { params, body: { confirm: word.trim() as 'CLOSE', reason } })
    }
  }
  const isStop = act === 'suspend' || act === 'freeze'
  const form = (
    <ReasonForm
      words={wordsOf(act)}
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
  if (!isStop || player.open_withdrawals.length === 0) return form
  return (
    <div className={detail['screen']}>
      <OpenWithdrawals player={player} />
      {form}
    </div>
  )
}

/** The effect of freezing or suspending on what was asked to be paid out already. */
function OpenWithdrawals({ player }: { player: Player }) {
  return (
    <Notice tone="warn">
      <ul className={detail['warning']}>
        {player.open_withdrawals.map(({ id, amount, state }) => (
          <li key={id}>
            {fill(state === 'sent' || state === 'unknown' ? en.holds.withdrawalGone : en.holds.withdrawalsHeld, {
              amount: money(amount, player.currency as Currency),
              state: (en.money.states[state] ?? state).toLowerCase(),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
