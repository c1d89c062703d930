import { useQuery } from '@tanstack/react-query'
import { isReading } from '@dhow/contract/permissions'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffRoles } from '@dhow/contract/roles'
import { SelectField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call } from '../../shared/api.ts'
import { en } from '../../shared/words/en.ts'

export type Role = ReplyOf<typeof staffRoles>['roles'][number]

/** Query of the current roles. */
export const rolesQuery = { queryKey: ['roles'], queryFn: () => call('staffRoles') }

/** Choice of a role, with a sentence about its purpose. */
export function RoleField({
  value,
  choose,
  errors,
  readsOnly = false,
}: {
  value: string
  choose: (roleId: string) => void
  errors: string[] | undefined
  /** Offers only read-only roles. */
  readsOnly?: boolean
}) {
  const { data } = useQuery(rolesQuery)
  const roles = (data?.roles ?? []).filter(({ permissions }) => !readsOnly || permissions.every(isReading))
  const known = roles.some((role) => role.id === value) ? value : ''
  return (
    <SelectField
      label={en.operators.role}
      hint={roles.find((role) => role.id === value)?.about}
      {...asTyped(readsOnly ? known : value, choose, errors)}
      required
    >
      {readsOnly && known === '' ? (
        <option value="">{data && roles.length === 0 ? en.operators.noReadingRole : en.console.none}</option>
      ) : null}
      {roles.map((role) => (
        <option key={role.id} value={role.id}>
          {role.name}
        </option>
      ))}
    </SelectField>
  )
}
