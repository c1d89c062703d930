// The reference page of the permissions: what each allows, which given roles have it, and which operations need it.

/**
 * @param {object} contract `permissions`, `permissionGroups`, `givenRoles` and `operations`
 * @returns {string} the page docs/reference/permissions.md
 */
export function permissionsPage({ permissions, permissionGroups, givenRoles, operations }, made) {
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
  return lines.join('\n').trimEnd() + '\n'
}
