import { useMutation } from '@tanstack/react-query'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffList } from '@dhow/contract/operators'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Notice } from '@dhow/ui/feedback'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { DoneNotice } from '../../shared/done-notice.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { usePermission, useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.operators
type Operator = ReplyOf<typeof staffList>['operators'][number]

export interface NewLink {
  name: string
  link: string
  /** True if done by one person, as in the sandbox. */
  alone?: boolean
}

/** Reset of password and second factor, which needs another operator. */
export function Reset({
  operator,
  reset,
  show,
}: {
  operator: Operator
  reset: NonNullable<Operator['reset']>
  show: (made: NewLink) => void
}) {
  const { operator: me } = useMe()
  const mayConfirm = usePermission('staff.manage') && reset.asked_by !== me.name && operator.id !== me.id
  const mayAsk = usePermission('staff.reset')
  const refresh = useRefresh()
  const toast = useToast()
  const params = { id: operator.id }
  const names = { name: operator.name, asker: reset.asked_by }
  const confirm = useMutation({
    mutationFn: () => call('confirmOperatorReset', { params, body: {} }),
    onSuccess(reply) {
      refresh('operators', 'audit')
      show({ name: operator.name, link: reply.link })
    },
    onError: () => refresh('operators'),
  })
  const withdraw = useMutation({
    mutationFn: () => call('withdrawOperatorReset', { params, body: {} }),
    onSuccess() {
      refresh('operators', 'audit')
      toast(fill(words.withdrawn, names), 'good')
    },
    onError: () => refresh('operators'),
  })
  const error = confirm.error ?? withdraw.error
  return (
    <Notice tone="warn">
      <p>{fill(words.waits, { ...names, reason: reset.reason })}</p>
      <p>{fill(words.waitsUntil, { ...names, until: formatTime(reset.until) })}</p>
      {error ? <p role="alert">{sentenceOf(error)}</p> : null}
      <div className={detail['buttons']}>
        {mayConfirm ? (
          <Button small busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {fill(words.confirmReset, names)}
          </Button>
        ) : null}
        {mayAsk ? (
          <Button small kind="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {words.withdrawReset}
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}

/** One-time link, only in this answer, so shown until dismissed. */
export function EnrolLink({ made, close }: { made: NewLink; close: () => void }) {
  return (
    <DoneNotice done={words.done} close={close}>
      <p>{fill(words.created, { name: made.name })}</p>
      {made.alone ? <p>{words.alone}</p> : null}
      <dl>
        <CopyLine label={words.link} value={made.link} words={en.copy} />
      </dl>
    </DoneNotice>
  )
}
