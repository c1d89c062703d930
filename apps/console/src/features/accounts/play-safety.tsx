import { translate } from '../../shared/translate.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlayLimit, staffPlayerLimits } from '@dhow/contract/limits'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { AskedBlock } from '../../shared/asked-block.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.safety
type Reply = ReplyOf<typeof staffPlayerLimits>
interface PlayerRef {
  id: string
  player_name: string
  currency: Currency
}

/** A player's limits and breaks, and the operator's block. */
export function PlaySafety({ player }: { player: PlayerRef }) {
  const asked = useQuery({
    queryKey: ['player', player.id, 'limits'],
    queryFn: () => call('staffPlayerLimits', { params: { id: player.id } }),
  })
  return (
    <AskedBlock title={words.title} lead={words.lead} query={asked}>
      {(reply) => (
        <>
          <LimitTable limits={reply.limits} currency={player.currency} />
          <BreakTable blocks={reply.blocks} />
          <BlockPlay player={player} isBlocked={reply.blocks.some(isOperatorBlock)} />
        </>
      )}
    </AskedBlock>
  )
}

/** Operator's block in force: a lifted one has an end. */
const isOperatorBlock = (block: Reply['blocks'][number]) => block.kind === 'operator' && block.until === null

function LimitTable({ limits, currency }: { limits: PlayLimit[]; currency: Currency }) {
  const set = limits.filter((limit) => limit.amount !== null || limit.pending !== null)
  if (set.length === 0) return <p>{words.none}</p>
  const amountOr = (amount: string | null, otherwise: string) =>
    amount === null ? otherwise : formatMoney(amount, currency)
  return (
    <Table
      label={words.title}
      columns={[
        { key: 'limit', label: words.limit },
        { key: 'amount', label: words.amount, isNumber: true },
        { key: 'used', label: words.used, isNumber: true },
        { key: 'remaining', label: words.remaining, isNumber: true },
        { key: 'resets', label: words.resets },
        { key: 'pending', label: words.pending },
      ]}
      rows={set.map((limit) => ({
        key: `${limit.kind} ${limit.period}`,
        cells: {
          limit: `${words.kinds[limit.kind]} ${words.periods[limit.period]}`,
          amount: amountOr(limit.amount, words.noLimit),
          used: formatMoney(limit.used, currency),
          remaining: amountOr(limit.remaining, ''),
          resets: formatTime(limit.resets_at),
          pending: limit.pending
            ? fill(words.pendingText, {
                amount: amountOr(limit.pending.amount, words.noLimit),
                when: formatTime(limit.pending.possible_at),
              })
            : '',
        },
      }))}
    />
  )
}

function BreakTable({ blocks }: { blocks: Reply['blocks'] }) {
  if (blocks.length === 0) return <p>{words.breaksNone}</p>
  return (
    <Table
      label={words.breaks}
      columns={[
        { key: 'kind', label: words.breaks },
        { key: 'from', label: words.from },
        { key: 'until', label: words.until },
        { key: 'reason', label: words.reason },
      ]}
      rows={blocks.map((block) => ({
        key: `${block.kind} ${block.from}`,
        cells: {
          kind: words.breakKinds[block.kind],
          from: formatTime(block.from),
          until:
            block.until === null
              ? block.kind === 'operator'
                ? words.untilLifted
                : words.forGood
              : formatTime(block.until),
          reason: translate(block.reason),
        },
      }))}
    />
  )
}

function BlockPlay({ player, isBlocked }: { player: PlayerRef; isBlocked: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const mayBlock = usePermission('players.block_play')
  const refresh = useRefresh()
  const toast = useToast()
  const set = useMutation({
    mutationFn: () =>
      call('blockPlay', { params: { id: player.id }, body: { blocked: !isBlocked, reason: reason.trim() } }),
    onSuccess() {
      refresh('player', 'audit')
      toast(fill(isBlocked ? words.unblocked : words.blocked, { player: player.player_name }), 'good')
      setOpen(false)
      setReason('')
    },
  })
  if (!mayBlock) return null
  const label = isBlocked ? words.unblock : words.block
  if (!isOpen) {
    return (
      <div>
        <Button kind={isBlocked ? 'quiet' : 'danger'} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <ActionForm
      title={label}
      lead={isBlocked ? words.unblockLead : words.blockLead}
      confirm={isBlocked ? words.confirmUnblock : words.confirmBlock}
      kind={isBlocked ? 'main' : 'danger'}
      action={set}
      cancel={() => setOpen(false)}
    >
      <ReasonField value={reason} set={setReason} errors={errorsOf(set.error, 'reason')} maxLength={300} autoFocus />
    </ActionForm>
  )
}
