import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Notice } from '@dhow/ui/feedback'
import { asTyped } from '../../shared/as-typed.ts'
import { call } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { isZero } from '../../shared/queue/holds.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.wallets
type Player = ReplyOf<typeof staffPlayer>['player']
type Action = keyof typeof words.actions | 'writeOff'
const wordsOf = (action: Action) => (action === 'writeOff' ? en.holds.writeOff : words.actions[action])

/** Actions on a player, each with its reason. */
export function PlayerActions({ player }: { player: Player }) {
  const [open, setOpen] = useState<Action>()
  const actions = useActions(player)
  if (actions.length === 0) return null
  if (open && actions.includes(open))
    return <ActionOf key={open} action={open} player={player} close={() => setOpen(undefined)} />
  return (
    <div className={detail['buttons']}>
      {actions.map((action) => (
        <Button key={action} small kind={isHard(action) ? 'danger' : 'quiet'} onClick={() => setOpen(action)}>
          {wordsOf(action).label}
        </Button>
      ))}
    </div>
  )
}

const hard: readonly Action[] = ['suspend', 'freeze', 'close', 'forget']
const isHard = (action: Action) => hard.includes(action)

function useActions(player: Player): Action[] {
  const maySuspend = usePermission('players.suspend')
  const mayFreeze = usePermission('players.freeze')
  const mayForget = usePermission('players.forget')
  return [
    ...(maySuspend && player.closing ? (['reopen'] as const) : []),
    ...(maySuspend ? (['signOut'] as const) : []),
    ...(maySuspend ? ([player.suspended ? 'lift' : 'suspend'] as const) : []),
    ...(mayFreeze && player.wallet !== 'closed'
      ? ([player.wallet === 'frozen' ? 'thaw' : 'freeze', 'close'] as const)
      : []),
    ...(mayFreeze && !isZero(player.debt) ? (['writeOff'] as const) : []),
    ...(mayForget ? (['forget'] as const) : []),
  ]
}

function ActionOf({ action, player, close }: { action: Action; player: Player; close: () => void }) {
  const [word, setWord] = useState('')
  const params = { id: player.id }
  const send = (reason: string): Promise<unknown> => {
    switch (action) {
      case 'suspend':
      case 'lift':
        return call('setPlayerActive', { params, body: { active: action === 'lift', reason } })
      case 'reopen':
        return call('reopenPlayer', { params, body: { reason } })
      case 'signOut':
        return call('endPlayerSessions', { params, body: { reason } })
      case 'freeze':
      case 'thaw':
        return call('freezeWallet', { params, body: { frozen: action === 'freeze', reason } })
      case 'forget':
        return call('forgetReceipts', { params, body: { reason } })
      case 'writeOff':
        return call('writeOffDebt', { params, body: { reason } })
      case 'close':
        return call('closeWallet', { params, body: { confirm: word.trim() as 'CLOSE', reason } })
    }
  }
  const isStop = action === 'suspend' || action === 'freeze'
  const form = (
    <ReasonForm
      words={wordsOf(action)}
      name={{ player: player.player_name }}
      kind={isHard(action) ? 'danger' : 'main'}
      refresh={['player', 'players']}
      send={send}
      close={close}
    >
      {action === 'close'
        ? (errors) => (
            <TextField
              label={words.closeWord}
              {...asTyped(word, setWord, errors('confirm'))}
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

/** Effect of a freeze or suspension on open withdrawals. */
function OpenWithdrawals({ player }: { player: Player }) {
  return (
    <Notice tone="warn">
      <ul className={detail['warning']}>
        {player.open_withdrawals.map(({ id, amount, state }) => (
          <li key={id}>
            {fill(state === 'sent' || state === 'unknown' ? en.holds.withdrawalGone : en.holds.withdrawalsHeld, {
              amount: formatMoney(amount, player.currency),
              state: (en.money.states[state] ?? state).toLowerCase(),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
