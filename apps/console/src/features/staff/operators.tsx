import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffList } from '@dhow/contract/operators'
import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { usePermission, useMe } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { TakenRoles } from './break-glass.tsx'
import { ChangeOperator } from './change-operator.tsx'
import { NewOperator } from './new-operator.tsx'
import { OperatorSessions } from './operator-sessions.tsx'
import { rolesQuery } from './role-field.tsx'
import { Reset, type NewLink, EnrolLink } from './reset.tsx'

const words = en.operators
const refreshEveryMs = 15_000
type Operator = ReplyOf<typeof staffList>['operators'][number]

/** Operators and their roles. */
export function Operators() {
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Operator>()
  const [looking, setLooking] = useState<Operator>()
  const [made, setMade] = useState<NewLink>()
  const mayAdd = usePermission('staff.manage')
  const asked = useLiveQuery(['operators'], () => call('staffList'), refreshEveryMs)
  const add = mayAdd && !adding ? <Button onClick={() => setAdding(true)}>{words.add}</Button> : null
  return (
    <Page title={words.title} lead={words.lead} tools={add}>
      <WaitingChanges kind="operator_add" />
      <WaitingChanges kind="operator_raise" />
      <WaitingChanges kind="operator_seat" />
      <TakenRoles />
      {adding ? <NewOperator close={() => setAdding(false)} /> : null}
      {made ? <EnrolLink made={made} close={() => setMade(undefined)} /> : null}
      <Asked query={asked}>
        {({ operators }) => (
          <>
            {operators.map((operator) =>
              operator.reset ? (
                <Reset key={operator.id} operator={operator} reset={operator.reset} show={setMade} />
              ) : null,
            )}
            {changing ? (
              <ChangeOperator key={changing.id} operator={changing} close={() => setChanging(undefined)} />
            ) : null}
            {looking ? (
              <OperatorSessions key={looking.id} operator={looking} close={() => setLooking(undefined)} />
            ) : null}
            <List operators={operators} change={setChanging} look={mayAdd ? setLooking : undefined} />
          </>
        )}
      </Asked>
    </Page>
  )
}

/** State of an operator, and the end of a read-only account. */
function State({ operator: { active, seat_ends_at: endsAt } }: { operator: Operator }) {
  return (
    <>
      <Badge tone={active ? 'good' : 'bad'}>{active ? words.active : words.inactive}</Badge>
      {endsAt === null ? null : <small> {fill(words.seatUntil, { until: formatTime(endsAt) })}</small>}
    </>
  )
}

function List({
  operators,
  change,
  look,
}: {
  operators: Operator[]
  change: (operator: Operator) => void
  /** Shows an operator's sessions, with permission to end them. */
  look: ((operator: Operator) => void) | undefined
}) {
  const { operator: me } = useMe()
  const roles = useQuery(rolesQuery)
  const aboutOf = new Map(roles.data?.roles.map(({ id, about }) => [id, about]))
  return (
    <Table
      label={words.title}
      columns={[
        { key: 'name', label: words.name },
        { key: 'role', label: words.role },
        { key: 'state', label: words.state },
        { key: 'since', label: words.since, isShort: true },
        { key: 'seen', label: words.seen, isShort: true },
        { key: 'change', label: words.change, isShort: true },
      ]}
      rows={operators.map((operator) => ({
        key: operator.id,
        cells: {
          name: operator.name,
          role: aboutOf.has(operator.role)
            ? `${operator.role_name}: ${aboutOf.get(operator.role)}`
            : operator.role_name,
          state: <State operator={operator} />,
          since: formatTime(operator.created_at),
          seen: operator.last_seen_at === null ? words.never : formatTime(operator.last_seen_at),
          change:
            operator.id === me.id ? (
              words.me
            ) : (
              <>
                <Button
                  kind="plain"
                  small
                  aria-label={fill(words.changeOf, { name: operator.name })}
                  onClick={() => change(operator)}
                >
                  {words.change}
                </Button>
                {look ? (
                  <Button
                    kind="plain"
                    small
                    aria-label={fill(en.operatorSessions.openOf, { name: operator.name })}
                    onClick={() => look(operator)}
                  >
                    {en.operatorSessions.open}
                  </Button>
                ) : null}
              </>
            ),
        },
      }))}
    />
  )
}
