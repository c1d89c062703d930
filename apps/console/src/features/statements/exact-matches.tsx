import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '@dhow/ui/feedback'
import { CheckField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, money } from '../../shared/format.ts'
import { ActForm } from '../../shared/queue/act-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.statements

/** A page of exact matches, credited together; what looks wrong is taken out first. */
export function ExactMatches({ close }: { close: () => void }) {
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefresh()
  const toast = useToast()
  const asked = useQuery({
    queryKey: ['exact-lines'],
    queryFn: () => call('staffStatementLines', { query: { state: 'exact' } }),
    // What is being looked at stays as it is until it is decided.
    staleTime: Infinity,
    gcTime: 0,
  })
  const taken = (asked.data?.lines ?? []).filter((line) => !out.has(line.id))
  const approve = useMutation({
    mutationFn: () =>
      call('approveExactLines', {
        body: {
          pairs: taken.map((line) => ({
            line_id: line.id,
            deposit_id: line.candidates.find((candidate) => candidate.exact)!.payment_id,
            version: line.version,
          })),
        },
      }),
    onSuccess({ outcomes }) {
      refresh('statement-lines', 'statement-line', 'deposits', 'audit')
      const rest = outcomes.filter((outcome) => !outcome.done)
      const said = fill(words.exactDone, { done: outcomes.length - rest.length })
      const more = rest.length === 0 ? '' : ` ${fill(words.exactRest, { count: rest.length, why: rest[0]!.text })}`
      toast(said + more, rest.length === 0 ? 'good' : 'bad')
      close()
    },
  })
  const toggle = (id: string) =>
    setOut((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <ActForm
      title={words.exactTitle}
      lead={words.exactLead}
      confirm={fill(words.confirmExact, { count: taken.length })}
      act={approve}
      blocked={taken.length === 0}
      cancel={close}
    >
      <Asked query={asked}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          ) : (
            <Table
              label={words.exactTitle}
              columns={[
                { key: 'amount', label: words.line, isNumber: true },
                { key: 'says', label: words.bankText },
                { key: 'deposit', label: words.deposit },
                { key: 'why', label: words.why },
              ]}
              rows={lines.map((line) => {
                const candidate = line.candidates.find((one) => one.exact)!
                return {
                  key: line.id,
                  cells: {
                    amount: (
                      <CheckField checked={!out.has(line.id)} onChange={() => toggle(line.id)}>
                        {money(line.amount, line.currency)}
                      </CheckField>
                    ),
                    says: `${line.day} · ${line.reference} ${line.text}`,
                    deposit: (
                      <Link to={pathOf(candidate.payment_id) ?? ''}>
                        {candidate.player.player_name} · {candidate.reference}
                      </Link>
                    ),
                    why: candidate.why.map((why) => words.whys[why]).join(', '),
                  },
                }
              })}
            />
          )
        }
      </Asked>
    </ActForm>
  )
}
