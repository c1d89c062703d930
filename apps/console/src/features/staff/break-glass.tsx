import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { takenRoles } from '@dhow/contract/break-glass'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission, useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { CodeField } from './app-code.tsx'
import { RoleField } from './role-field.tsx'
import styles from './my-account.module.css'

const words = en.breakGlass
type Taken = ReplyOf<typeof takenRoles>['taken'][number]

/** Takes an emergency role for half an hour; shown with permission. */
export function TakeRole() {
  const may = usePermission('staff.break_glass')
  const { break_glass: taken } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  if (!may || taken) return null
  return (
    <Card className={styles['card']}>
      <h2>{words.title}</h2>
      {isOpen ? (
        <TakeForm close={() => setIsOpen(false)} />
      ) : (
        <>
          <p>{words.about}</p>
          <div>
            <Button kind="quiet" small onClick={() => setIsOpen(true)}>
              {words.take.label}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

function TakeForm({ close }: { close: () => void }) {
  const [role, setRole] = useState('admin')
  const [code, setCode] = useState('')
  return (
    <ReasonForm
      words={words.take}
      name={{}}
      kind="danger"
      refresh={['taken-roles']}
      send={(reason) => call('takeRole', { body: { role, reason, code: code.replace(/\s/g, '') } })}
      close={close}
    >
      {(errors) => (
        <>
          <RoleField value={role} choose={setRole} errors={errors('role')} />
          <CodeField label={en.myAccount.code} value={code} set={setCode} errors={errors('code')} />
        </>
      )}
    </ReasonForm>
  )
}

/** The button that gives a taken role back. */
export function EndTakenRole() {
  const refresh = useRefresh()
  const toast = useToast()
  const end = useMutation({
    mutationFn: () => call('endTakenRole', { body: {} }),
    onSuccess: () => refresh('taken-roles', 'audit'),
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  return (
    <Button small kind="quiet" busy={end.isPending} onClick={() => end.mutate()}>
      {words.end}
    </Button>
  )
}

/** Taken emergency roles that need a review. */
export function TakenRoles() {
  const asked = useQuery({ queryKey: ['taken-roles'], queryFn: () => call('takenRoles') })
  const open = (asked.data?.taken ?? []).filter(({ reviewed_by: reviewer }) => reviewer === null)
  return open.map((taken) => <TakenRole key={taken.id} taken={taken} />)
}

function TakenRole({ taken }: { taken: Taken }) {
  const { operator: me } = useMe()
  const mayReview = usePermission('staff.manage') && taken.operator !== me.name && taken.ended_at !== null
  const [isOpen, setIsOpen] = useState(false)
  const names = { name: taken.operator, role: taken.role_name, reason: taken.reason, entries: taken.entries }
  return (
    <Notice tone="warn">
      <p>{fill(words.taken, { ...names, when: formatTime(taken.started_at) })}</p>
      <p>
        {taken.ended_at === null
          ? fill(words.runs, { until: formatTime(taken.until) })
          : fill(words.ended, { entries: taken.entries, when: formatTime(taken.ended_at) })}
      </p>
      {isOpen ? (
        <ReasonForm
          words={words.review}
          name={{ name: taken.operator }}
          refresh={['taken-roles']}
          send={(review) => call('reviewTakenRole', { params: { id: taken.id }, body: { review } })}
          close={() => setIsOpen(false)}
        />
      ) : mayReview ? (
        <Button small onClick={() => setIsOpen(true)}>
          {fill(words.review.label, { name: taken.operator })}
        </Button>
      ) : null}
    </Notice>
  )
}
