import { keysOf } from '@dhow/contract/keys-of'
import {
  allPermissions,
  isOverMoney,
  isReading,
  permissionGroups,
  permissions,
  type Permission,
} from '@dhow/contract/permissions'
import { Button } from '@dhow/ui/button'
import { Icon } from '@dhow/ui/icons'
import { fill } from '../../shared/format.ts'
import { useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './roles.module.css'

const words = en.roles
const groups = keysOf(permissionGroups).map((group) => ({
  title: permissionGroups[group],
  rows: allPermissions.filter((one) => permissions[one].group === group),
}))

/** Checkbox for each permission, by group; read-only without `change`. */
export function PermissionBoxes({
  chosen,
  before,
  change,
}: {
  chosen: ReadonlySet<Permission>
  /** Permissions that the role has now; operators can only add those that they hold themselves. */
  before: ReadonlySet<Permission>
  change?: (next: ReadonlySet<Permission>) => void
}) {
  const { permissions: mine } = useMe()
  const mayChoose = (one: Permission) => mine.includes(one) || before.has(one)
  const set = (rows: readonly Permission[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const one of rows)
      if (!isOn) next.delete(one)
      else if (mayChoose(one)) next.add(one)
    change?.(next)
  }
  return (
    <>
      {change ? (
        <p>
          <Button
            kind="quiet"
            small
            title={words.readingHint}
            onClick={() => change(new Set(allPermissions.filter((one) => isReading(one) && mayChoose(one))))}
          >
            {words.reading}
          </Button>
        </p>
      ) : null}
      <div className={styles['groups']}>
        {groups.map(({ title, rows }) => {
          const held = rows.filter((one) => chosen.has(one)).length
          return (
            <fieldset key={title} className={styles['group']}>
              <legend>
                {title} <span>{fill(words.held, { held, all: rows.length })}</span>
              </legend>
              {change ? (
                <div className={styles['all']}>
                  <Button kind="plain" small aria-label={`${words.all}: ${title}`} onClick={() => set(rows, true)}>
                    {words.all}
                  </Button>
                  <Button kind="plain" small aria-label={`${words.none}: ${title}`} onClick={() => set(rows, false)}>
                    {words.none}
                  </Button>
                </div>
              ) : null}
              {rows.map((one) => (
                <label key={one} className={styles['right']} data-changed={chosen.has(one) !== before.has(one)}>
                  <input
                    type="checkbox"
                    checked={chosen.has(one)}
                    disabled={!change || !mayChoose(one)}
                    onChange={(event) => set([one], event.target.checked)}
                  />
                  <span>
                    {permissions[one].sentence} <code>{one}</code>
                    {change && !mayChoose(one) ? <small>{words.notHeld}</small> : null}
                  </span>
                  {isOverMoney(one) ? (
                    <span className={styles['second']} title={words.second}>
                      <Icon name="lock" size={14} />
                      <span className={styles['hidden']}>{words.second}</span>
                    </span>
                  ) : null}
                </label>
              ))}
            </fieldset>
          )
        })}
      </div>
    </>
  )
}
