import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffTournament } from '@dhow/contract/tournament-desk'
import { TextAreaField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { GameFields } from './game-fields.tsx'
import { PrizeSum } from './prize-sum.tsx'
import { TermFields } from './term-fields.tsx'
import { linesOf, termsOf, toTyped, type Chosen } from './typed-terms.ts'

const words = en.tournaments

/** Creates or changes a draft of a tournament. */
export function TournamentForm({ tournament, close }: { tournament?: StaffTournament; close: () => void }) {
  const { four_eyes: markets } = useMe()
  const [typed, setTyped] = useState(toTyped(tournament))
  const [chosen, setChosen] = useState<Chosen>({
    market: tournament?.market ?? markets[0]?.market ?? 'NA',
    games: tournament?.games ?? null,
    points_by: tournament?.points_by ?? 'multiplier',
    payout: tournament?.payout ?? 'by_itself',
  })
  const { market } = chosen
  const currency = markets.find((row) => row.market === market)?.currency ?? 'NAD'
  const refresh = useRefresh()
  const toast = useToast()
  const write = useMutation({
    mutationFn: () => {
      const body = termsOf(typed, chosen, currency)
      return tournament
        ? call('changeTournament', { params: { id: tournament.id }, body: { ...body, version: tournament.version } })
        : call('createTournament', { body })
    },
    onSuccess() {
      refresh('tournaments', 'changes', 'audit')
      toast(tournament ? words.saved : words.created, 'good')
      close()
    },
  })
  const { error } = write
  return (
    <ActionForm
      title={tournament ? fill(words.changeOf, { name: tournament.name }) : words.make}
      lead={tournament?.state === 'waiting' ? words.changeWaiting : words.newLead}
      confirm={tournament ? words.save : words.create}
      action={write}
      cancel={close}
    >
      <TermFields typed={typed} setTyped={setTyped} chosen={chosen} setChosen={setChosen} error={error} />
      <GameFields market={market} games={chosen.games} set={(games) => setChosen({ ...chosen, games })} error={error} />
      <TextAreaField
        label={words.prizes}
        hint={words.prizesHint}
        {...asTyped(typed.prizes, (prizes) => setTyped({ ...typed, prizes }), errorsOf(error, 'prizes'))}
        rows={4}
        required
      />
      <PrizeSum market={market} prizes={linesOf(typed.prizes, currency)} budget={amountOf(typed.budget, currency)} />
    </ActionForm>
  )
}
