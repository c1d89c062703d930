import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffChanges } from '@dhow/contract/settings'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from './api.ts'
import { fill, when } from './format.ts'
import { useLiveInterval } from './presence.tsx'
import detail from './queue/detail.module.css'
import { useMay, useMe, useRefresh } from './session.tsx'
import { en } from './words/en.ts'

const words = en.changes
const refreshEveryMs = 10_000
type Change = ReplyOf<typeof staffChanges>['changes'][number]

/** What waits for a second operator, of one kind; nothing where nothing waits. */
export function WaitingChanges({ kind, refresh }: { kind: Change['kind']; refresh: string }) {
  const maySee = useMay('seeSettings')
  const interval = useLiveInterval(refreshEveryMs)
  const asked = useQuery({
    queryKey: ['changes'],
    queryFn: () => call('staffChanges'),
    refetchInterval: interval,
    enabled: maySee,
  })
  const own = (asked.data?.changes ?? []).filter((change) => change.kind === kind)
  if (own.length === 0) return null
  return (
    <section className={detail['block']}>
      <h2>{words.title}</h2>
      {own.map((change) => (
        <Waiting key={change.id} change={change} refresh={refresh} />
      ))}
    </section>
  )
}

function Waiting({ change, refresh }: { change: Change; refresh: string }) {
  const { operator } = useMe()
  const isAdmin = useMay('changeSettings')
  const refreshAll = useRefresh()
  const toast = useToast()
  const settle = useMutation({
    mutationFn: (act: 'confirmChange' | 'dropChange') => call(act, { params: { id: change.id }, body: {} }),
    onSuccess(_reply, act) {
      refreshAll('changes', 'audit', refresh)
      toast(act === 'confirmChange' ? words.confirmed : words.dropped, 'good')
    },
    onError: () => refreshAll('changes', refresh),
  })
  const isMine = change.proposed_by === operator.name
  const isAdmins = change.kind === 'settings' && !isAdmin
  return (
    <Notice tone="warn">
      <p>
        <strong>{change.summary}</strong>
      </p>
      <p>{fill(words.by, { name: change.proposed_by, when: when(change.proposed_at), reason: change.reason })}</p>
      <p>{isMine ? words.mine : isAdmins ? words.adminsOnly : fill(words.until, { until: when(change.until) })}</p>
      {settle.error ? <p role="alert">{sentenceOf(settle.error)}</p> : null}
      <div className={detail['buttons']}>
        {isMine || isAdmins ? null : (
          <Button small busy={settle.isPending} onClick={() => settle.mutate('confirmChange')}>
            {words.confirm}
          </Button>
        )}
        <Button small kind="quiet" busy={settle.isPending} onClick={() => settle.mutate('dropChange')}>
          {words.drop}
        </Button>
      </div>
    </Notice>
  )
}
