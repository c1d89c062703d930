import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parseAmount } from '@dhow/contract/money'
import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import type { freeRoundLiability, staffFreeRounds } from '@dhow/contract/free-rounds'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill, formatMoney } from '../../shared/format.ts'
import { Liability } from '../../shared/liability.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import form from '../../shared/form.module.css'

const words = en.freeRounds

const fields = [
  { name: 'rounds', label: words.rounds, mode: 'numeric', hint: undefined },
  { name: 'stake', label: words.stake, mode: 'decimal', hint: undefined },
  { name: 'max_win', label: words.maxWin, mode: 'decimal', hint: words.maxWinHint },
  { name: 'valid_days', label: words.validDays, mode: 'numeric', hint: undefined },
] as const

/** Form for a player's free rounds, with their largest possible payout. */
export function GiveFreeRounds({
  games,
  player: first,
  close,
}: {
  games: ReplyOf<typeof staffFreeRounds>['games']
  player: string
  close: () => void
}) {
  const { four_eyes: markets } = useMe()
  const currency = markets[0]?.currency ?? 'NAD'
  const [player, setPlayer] = useState(first)
  const [game, setGame] = useState('')
  const [typed, setTyped] = useState({ rounds: '10', stake: '', max_win: '', valid_days: '7' })
  const [reason, setReason] = useState('')
  const refresh = useRefresh()
  const asked = {
    ...{ player: player.trim(), game, rounds: Number(typed.rounds) },
    ...{ stake: amountOf(typed.stake, currency), max_win: amountOf(typed.max_win, currency) },
  }
  const give = useMutation({
    mutationFn: () => call('grantFreeRounds', { body: { ...asked, valid_days: Number(typed.valid_days), reason } }),
    onSuccess: () => refresh('free-rounds', 'changes', 'audit'),
  })
  if (give.data) return <Given waits={give.data.waits} close={close} />
  const isReady =
    game !== '' &&
    /^ply_\w+$/.test(asked.player) &&
    [asked.stake, asked.max_win].every((text) => parseAmount(text) !== undefined)
  return (
    <ActionForm title={words.give} lead={words.giveLead} confirm={words.giveNow} action={give} cancel={close}>
      <div className={form['pair']}>
        <TextField
          label={words.playerId}
          hint={words.playerHint}
          {...asTyped(player, setPlayer, errorsOf(give.error, 'player'))}
          autoFocus
          required
        />
        <GameField games={games} game={game} choose={setGame} errors={errorsOf(give.error, 'game')} />
        {fields.map(({ name, label, mode, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            errors={errorsOf(give.error, name)}
            inputMode={mode}
            required
          />
        ))}
      </div>
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        {...asTyped(reason, setReason, errorsOf(give.error, 'reason'))}
        maxLength={200}
        required
      />
      <LiabilityBox asked={asked} isReady={isReady} />
    </ActionForm>
  )
}

/** Choice of the game; none is preselected, to avoid a hasty mistake. */
function GameField({
  games,
  game,
  choose,
  errors,
}: {
  games: ReplyOf<typeof staffFreeRounds>['games']
  game: string
  choose: (id: string) => void
  errors: ReturnType<typeof errorsOf>
}) {
  return (
    <SelectField label={words.game} {...asTyped(game, choose, errors)} required>
      <option value="">{words.chooseGame}</option>
      {games.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type Asked = BodyOf<typeof freeRoundLiability>

function LiabilityBox({ asked, isReady }: { asked: Asked; isReady: boolean }) {
  const [staked, setStaked] = useState<{ text: string; barred: boolean }>()
  return (
    <>
      <Liability
        of={['free-rounds', asked]}
        ask={async () => {
          const reply = await call('freeRoundLiability', { body: asked })
          setStaked({ text: formatMoney(reply.staked, reply.currency), barred: reply.barred })
          return reply
        }}
        isReady={isReady}
      />
      {isReady && staked ? (
        <Notice tone={staked.barred ? 'bad' : 'info'} role="status">
          {staked.barred ? words.barred : fill(words.staked, { staked: staked.text })}
        </Notice>
      ) : null}
    </>
  )
}

function Given({ waits, close }: { waits: boolean; close: () => void }) {
  return (
    <Notice tone={waits ? 'warn' : 'good'} role="status">
      <p>{waits ? en.changes.waits : words.given}</p>
      <div>
        <Button kind="quiet" small onClick={close}>
          {en.gifts.done}
        </Button>
      </div>
    </Notice>
  )
}
