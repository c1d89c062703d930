import { keysOf } from '@dhow/contract/keys-of'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LineCandidate, StatementLine } from '@dhow/contract/statement-lines'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { LiveModeNote } from '../../shared/queue/live-mode-note.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { en } from '../../shared/words/en.ts'
import { fetchLine, lineKey } from './line-query.ts'

const words = en.statements
const why = { label: words.note, hint: en.money.noteHint }
type Reply = Awaited<ReturnType<typeof fetchLine>>
interface Action {
  line: StatementLine
  close: () => void
}

function useLineDecision({ line, close }: Action, send: (version: number) => Promise<Reply>) {
  const toast = useToast()
  return useDecision({
    key: lineKey(line.id),
    version: line.version,
    send,
    fetch: () => fetchLine(line.id),
    versionOf: (reply) => reply.line.version,
    refresh: ['statement-lines', 'statement-accounts', 'deposits', 'withdrawals', 'audit', 'player'],
    done(reply) {
      toast(
        reply.line.decided_at === null ? (reply.waiting ? en.changes.waits : words.waitsForSecond) : words.done,
        'good',
      )
      close()
    },
  })
}

export function CreditForm({ line, candidate, close }: Action & { candidate: LineCandidate }) {
  const credit = useLineDecision({ line, close }, (version) =>
    call('creditStatementLine', { params: { id: line.id }, body: { version, deposit_id: candidate.payment_id } }),
  )
  const lead = { player: candidate.player.player_name, amount: formatMoney(line.amount, line.currency) }
  return (
    <ActionForm
      title={words.creditThis}
      lead={fill(words.creditLead, lead)}
      confirm={words.confirmCredit}
      action={credit}
      cancel={close}
    >
      <LiveModeNote side="in" />
      {candidate.amount === line.amount ? null : (
        <Notice tone="warn">
          {fill(words.creditDiffers, { declared: formatMoney(candidate.amount, line.currency) })}
        </Notice>
      )}
    </ActionForm>
  )
}

export function LinkForm({ line, candidate, close }: Action & { candidate: LineCandidate }) {
  const link = useLineDecision({ line, close }, (version) =>
    call('linkStatementLine', { params: { id: line.id }, body: { version, payment_id: candidate.payment_id } }),
  )
  return (
    <ActionForm
      title={words.linkThis}
      lead={fill(words.linkLead, { payment: `${candidate.player.player_name} · ${candidate.reference}` })}
      confirm={words.confirmLink}
      action={link}
      cancel={close}
    />
  )
}

const searchedFrom = 3

export function AssignForm({ line, close }: Action) {
  const isSecond = line.state === 'awaiting_second_approval'
  const [q, setQ] = useState('')
  const [playerId, setPlayerId] = useState(isSecond ? (line.player?.id ?? '') : '')
  const [note, setNote] = useState('')
  const found = useQuery({
    queryKey: ['players', q],
    queryFn: () => call('staffPlayers', { query: { q } }),
    enabled: !isSecond && q.length >= searchedFrom,
  })
  const players = (found.data?.players ?? []).filter((player) => player.currency === line.currency).slice(0, 20)
  const assign = useLineDecision({ line, close }, (version) =>
    call('assignStatementLine', { params: { id: line.id }, body: { version, player_id: playerId, note } }),
  )
  return (
    <ActionForm
      title={words.assign}
      lead={fill(words.assignLead, { amount: formatMoney(line.amount, line.currency) })}
      confirm={words.confirmAssign}
      action={assign}
      cancel={close}
    >
      <LiveModeNote side="in" />
      {isSecond ? null : (
        <>
          <TextField
            label={words.findPlayer}
            hint={words.findPlayerHint}
            value={q}
            onChange={(event) => setQ(event.target.value.trim())}
            maxLength={64}
            autoComplete="off"
            autoFocus
          />
          <SelectField
            label={words.choosePlayer}
            {...asTyped(playerId, setPlayerId, errorsOf(assign.error, 'player_id'))}
            required
          >
            <option value="" />
            {players.map((player) => (
              <option key={player.id} value={player.id}>
                {player.player_name} · {player.mobile}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <ReasonField {...why} value={note} set={setNote} errors={errorsOf(assign.error, 'note')} autoFocus={isSecond} />
    </ActionForm>
  )
}

type Reason = keyof typeof words.reasons

export function DismissForm({ line, close }: Action) {
  const [reason, setReason] = useState<Reason>(line.looks_like === null ? 'sent_back' : 'duplicate')
  const [note, setNote] = useState('')
  const dismiss = useLineDecision({ line, close }, (version) =>
    call('dismissStatementLine', { params: { id: line.id }, body: { version, reason, note } }),
  )
  return (
    <ActionForm
      title={words.dismiss}
      lead={fill(words.dismissLead, { amount: formatMoney(line.amount, line.currency) })}
      confirm={words.confirmDismiss}
      kind="danger"
      action={dismiss}
      cancel={close}
    >
      <ChoiceField
        label={en.money.reason}
        words={words.reasons}
        choices={keysOf(words.reasons)}
        value={reason}
        set={setReason}
        autoFocus
      />
      <ReasonField {...why} value={note} set={setNote} errors={errorsOf(dismiss.error, 'note')} />
    </ActionForm>
  )
}
