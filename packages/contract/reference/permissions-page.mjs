// Generates the reference page of the permissions: what each allows, built-in roles with it, operations that need it, and the same by operation with
// its masked fields.

/**
 * @param {object} contract `permissions`, `permissionGroups`, `givenRoles`, `operations` and `personalFields`
 * @returns {string} the page docs/reference/permissions.md
 */
export function permissionsPage({ permissions, permissionGroups, givenRoles, operations, personalFields }, made) {
  const calls = Object.values(operations).flat()
  const lines = [
    made('packages/contract'),
    '# Permissions\n',
    'A role is a bundle of permissions; every operation of the console names those that it needs. The given roles are the same in every portal;',
    'an admin makes others ([the console](../operating/console.md#roles)). Giving a permission that is marked *second person* waits for one.\n',
  ]
  for (const [group, title] of Object.entries(permissionGroups)) {
    lines.push(
      `## ${title}\n`,
      '| Permission | Allows | Given roles | Second person | Needed by |',
      '|---|---|---|---|---|',
    )
    for (const [name, row] of Object.entries(permissions).filter(([, one]) => one.group === group)) {
      const roles = Object.entries(givenRoles).filter(([, role]) => role.permissions.includes(name))
      const needing = calls.filter(({ needs = [] }) => needs.includes(name))
      lines.push(
        `| \`${name}\` | ${row.sentence} | ${roles.map(([role]) => role).join(', ')} | ${row.overMoney ? 'yes' : ''} | ` +
          `${needing.map((one) => `\`${one.name}\``).join(', ')} |`,
      )
    }
    lines.push('')
  }
  lines.push(...callLines(calls, personalFields))
  return lines.join('\n').trimEnd() + '\n'
}

/** Rows of console calls with permissions and masked fields. */
function callLines(calls, personalFields) {
  const rows = calls
    .filter(({ access }) => access === 'staff')
    .toSorted((one, other) =>
      one.path === other.path ? compare(one.method, other.method) : compare(one.path, other.path),
    )
    .map(({ name, method, path, needs = [], reply }) => {
      const masked = personalFields(reply).map((field) => field.path.replace(/^\./, ''))
      return `| \`${name}\` | \`${method} ${path}\` | ${coded(needs)} | ${coded([...new Set(masked)])} |`
    })
  return [
    '## By call\n',
    'Every call of the console: all permissions that it needs (none: the own account, or each part by that of its list), and the fields of its reply that are masked',
    'without `players.see_identity`. `apps/server/test/permissions.test.ts` and `masks.test.ts` hold the server to these rows.\n',
    '| Call | Route | Needs | Masked |',
    '|---|---|---|---|',
    ...rows,
  ]
}

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
const coded = (list) => list.map((one) => `\`${one}\``).join(', ')
