import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NavLink, useNavigate, useParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Badge, Notice } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { PermissionBoxes } from './permission-boxes.tsx'
import { RoleEditor } from './role-editor.tsx'
import { rolesQuery, type Role } from './role-field.tsx'
import detail from '../../shared/queue/detail.module.css'
import styles from './roles.module.css'

const words = en.roles
type Act = { kind: 'new'; from?: Role } | { kind: 'edit' | 'end' }

/** Roles: permissions, operators, and creating, changing and ending one. */
export function Roles() {
  const { id } = useParams()
  const [act, setAct] = useState<Act>()
  const navigate = useNavigate()
  const mayManage = usePermission('staff.manage')
  const asked = useQuery(rolesQuery)
  const close = (roleId?: string) => {
    setAct(undefined)
    if (roleId) void navigate(`${paths.roles}/${roleId}`)
  }
  const add = mayManage && !act ? <Button onClick={() => setAct({ kind: 'new' })}>{words.add}</Button> : null
  return (
    <Page title={words.title} lead={words.lead} tools={add}>
      <WaitingChanges kind="role_change" />
      <Asked query={asked}>
        {({ roles }) => {
          const role = roles.find((one) => one.id === id) ?? roles[0]
          return (
            <div className={styles['screen']}>
              <List roles={roles} current={role?.id} leave={() => setAct(undefined)} />
              {act?.kind === 'new' ? <RoleEditor key="new" from={act.from} close={close} /> : null}
              {role && act?.kind !== 'new' ? (
                <Detail key={`${role.id} ${role.version}`} role={role} act={act?.kind} start={setAct} close={close} />
              ) : null}
            </div>
          )
        }}
      </Asked>
    </Page>
  )
}

function List({ roles, current, leave }: { roles: readonly Role[]; current: string | undefined; leave: () => void }) {
  return (
    <nav aria-label={words.list}>
      <ul className={styles['list']}>
        {roles.map((role) => (
          <li key={role.id}>
            <NavLink
              to={`${paths.roles}/${role.id}`}
              onClick={leave}
              aria-current={role.id === current ? 'page' : undefined}
            >
              <strong>{role.name}</strong>
              <span>{peopleOf(role)}</span>
              {role.about === '' ? null : <small>{role.about}</small>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const peopleOf = ({ operators }: Role) => {
  if (operators.length === 0) return words.nobody
  return operators.length === 1 ? words.onePerson : fill(words.people, { count: operators.length })
}

function Detail({
  role,
  act,
  start,
  close,
}: {
  role: Role
  act: 'edit' | 'end' | undefined
  start: (act: Act) => void
  close: (id?: string) => void
}) {
  const mayManage = usePermission('staff.manage')
  const held = new Set(role.permissions)
  if (act === 'edit' && !role.given) return <RoleEditor role={role} close={close} />
  return (
    <section className={styles['detail']} aria-label={role.name}>
      <header className={styles['head']}>
        <h2>{role.name}</h2>
        {role.given ? <Badge>{words.given}</Badge> : null}
        {mayManage ? (
          <div className={detail['buttons']} data-acts>
            {role.given ? null : (
              <Button small onClick={() => start({ kind: 'edit' })}>
                {en.operators.change}
              </Button>
            )}
            <Button small kind="quiet" onClick={() => start({ kind: 'new', from: role })}>
              {words.copy}
            </Button>
            {role.given || role.operators.length > 0 ? null : (
              <Button small kind="plain" onClick={() => start({ kind: 'end' })}>
                {words.end}
              </Button>
            )}
          </div>
        ) : null}
      </header>
      {role.given ? <Notice tone="info">{words.givenNote}</Notice> : null}
      {act === 'end' ? (
        <ReasonForm
          words={{ label: words.end, lead: words.endLead, confirm: words.end, done: words.ended }}
          name={{ name: role.name }}
          kind="danger"
          refresh={['roles']}
          send={(reason) => call('endRole', { params: { id: role.id }, body: { reason } })}
          close={close}
        />
      ) : null}
      <p>
        {words.who}: {role.operators.length === 0 ? words.whoNobody : <strong>{role.operators.join(', ')}</strong>}
      </p>
      <PermissionBoxes chosen={held} before={held} />
    </section>
  )
}
