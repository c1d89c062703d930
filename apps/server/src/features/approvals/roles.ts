import { permissions as rows, type Permission } from '@dhow/contract/permissions'
import { operatorText, typedText } from '@dhow/contract/operator-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { gained, addsMoneyRights, type RoleChange, type Staff } from '../staff/index.ts'
import type { openChanges } from './changes.ts'
import { factOf } from './facts.ts'
import type { Fact } from './tables.ts'
import type { FourEyes } from './four-eyes.ts'

type Versioned = RoleChange & { version: number }

declare module './change-kinds.ts' {
  interface ChangeKinds {
    role_change: { roleId: string; change: Versioned }
  }
}

/** Roles by two people: a change that gives somebody more permissions over money waits for a second person. */
export function openRoles(
  { db }: Platform,
  { staff, people, changes }: { staff: Staff; people: FourEyes; changes: ReturnType<typeof openChanges> },
) {
  changes.register('role_change', {
    title: operatorText('change_role', {}),
    needs: 'staff.manage',
    apply: (tx, by, { roleId, change }, { proposedBy }) =>
      staff.changeRoleIn(tx, roleId, by, { ...change, proposedBy }),
  })

  return {
    /** @throws Refusal `role_unknown`, `role_exists`, `rights_not_held`, `last_manager`, `detail_changed`, `change_waits` */
    change: (roleId: string, by: StaffSession, change: Versioned) =>
      db.transaction(async (tx) => {
        const isAlone = await people.isAlone(tx)
        const role = await staff.lockRoleForChange(tx, roleId, by, change)
        const isRaise = role.operators.length > 0 && addsMoneyRights(role.permissions, change.permissions)
        if (!isRaise || isAlone) {
          await staff.changeRoleIn(tx, roleId, by, change)
          return { waits: false, alone: isRaise }
        }
        await changes.propose(tx, by, {
          kind: 'role_change',
          subject: roleId,
          summary: operatorText('role_changed', { role: role.name }),
          change: { roleId, change },
          reason: change.reason,
          facts: factsOf(role, change),
        })
        return { waits: true, alone: false }
      }),
  }
}

/** Lists the changes of a role: permissions gained and lost, each as a sentence, and who has it. */
function factsOf(
  role: { name: string; permissions: ReadonlySet<Permission>; operators: readonly { name: string }[] },
  change: RoleChange,
): Fact[] {
  const sentence = (permission: Permission) => rows[permission].sentence
  return [
    ...(change.name === role.name ? [] : [factOf('fact_name', change.name, role.name)]),
    ...gained(role.permissions, change.permissions).map((one) => factOf('fact_right_gained', sentence(one))),
    ...gained(change.permissions, role.permissions).map((one) => factOf('fact_right_lost', null, sentence(one))),
    factOf('fact_role_of', typedText(role.operators.map(({ name }) => name).join(', '))),
  ]
}
