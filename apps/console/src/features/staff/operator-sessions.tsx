import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Card } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill } from '../../shared/format.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { en } from '../../shared/words/en.ts'
import { SessionList, type OperatorSession } from './session-list.tsx'
import detail from '../../shared/queue/detail.module.css'
import styles from './my-account.module.css'

const words = en.operatorSessions

/** Sessions of another operator; one or all can be ended with a reason. */
export function OperatorSessions({ operator, close }: { operator: { id: string; name: string }; close: () => void }) {
  const [ending, setEnding] = useState<OperatorSession | 'all'>()
  const params = { id: operator.id }
  const name = { name: operator.name }
  const asked = useQuery({
    queryKey: ['operator-sessions', operator.id],
    queryFn: () => call('operatorSessions', { params }),
  })
  const title = fill(words.title, name)
  return (
    <Card className={styles['sessions']}>
      <h2>{title}</h2>
      {ending ? (
        <ReasonForm
          words={ending === 'all' ? words.endAll : words.endOne}
          name={name}
          kind="danger"
          refresh={['operator-sessions', 'operators']}
          send={(reason) =>
            call('endOperatorSessions', {
              params,
              body: { reason, ...(ending === 'all' ? {} : { session_id: ending.id }) },
            })
          }
          close={() => setEnding(undefined)}
        />
      ) : (
        <Asked query={asked}>
          {({ sessions }) =>
            sessions.length === 0 ? (
              <p>{fill(words.none, name)}</p>
            ) : (
              <SessionList label={title} sessions={sessions} isBusy={false} end={setEnding} />
            )
          }
        </Asked>
      )}
      {ending ? null : (
        <div className={detail['buttons']}>
          {asked.data && asked.data.sessions.length > 0 ? (
            <Button kind="danger" small onClick={() => setEnding('all')}>
              {words.endAll.confirm}
            </Button>
          ) : null}
          <Button kind="quiet" small onClick={close}>
            {words.close}
          </Button>
        </div>
      )}
    </Card>
  )
}
