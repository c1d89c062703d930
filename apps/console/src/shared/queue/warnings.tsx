import type { OperatorText } from '@dhow/contract/operator-texts'
import type { WarningGrade } from '@dhow/contract/queue-shapes'
import { Button } from '@dhow/ui/button'
import { Badge, type Tone } from '@dhow/ui/feedback'
import { Link } from 'react-router'
import { pathOf } from '../../app/paths.ts'
import { fill } from '../format.ts'
import { translate } from '../translate.ts'
import { en } from '../words/en.ts'
import styles from './warnings.module.css'

const words = en.deposits

interface Warning extends OperatorText {
  grade: WarningGrade
  /** The other deposit concerned. */
  deposit_id?: string | null
}

/** Number of groups shown; the others are collapsed. */
const maxGroups = 3

const looks: Record<WarningGrade, { tone: Tone; sign: string }> = {
  certain: { tone: 'bad', sign: '✕' },
  likely: { tone: 'warn', sign: '⚠' },
  note: { tone: 'info', sign: 'i' },
}

/** Warnings of one grade and kind, one at least. */
type WarningGroup = [Warning, ...Warning[]]

/** Groups warnings by kind, in the server's order: most certain first. */
export function groupWarnings(warnings: readonly Warning[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>()
  for (const warning of warnings) {
    const key = `${warning.grade} ${warning.code}`
    const group = groups.get(key)
    if (group) group.push(warning)
    else groups.set(key, [warning])
  }
  return [...groups.values()]
}

/** The other deposit whose screenshot is shown beside this one, if any. */
interface Compared {
  compared?: string | undefined
  compare?: (id: string | undefined) => void
}

/** Warnings of a deposit or a withdrawal by kind, with links to other deposits and their screenshots. */
export function Warnings({ warnings, ...compared }: { warnings: readonly Warning[] } & Compared) {
  const groups = groupWarnings(warnings)
  const [top] = groups
  if (!top) return null
  const list = (part: WarningGroup[]) => (
    <ul className={styles['groups']}>
      {part.map((group) => (
        <Group key={`${group[0].grade} ${group[0].code}`} group={group} {...compared} />
      ))}
    </ul>
  )
  const more = groups.slice(maxGroups)
  return (
    <section className={styles['warnings']} aria-label={words.warnings} data-grade={top[0].grade}>
      <h3>{words.warnings}</h3>
      {list(groups.slice(0, maxGroups))}
      {more.length > 0 ? (
        <details>
          <summary>{fill(words.moreWarnings, { count: more.length })}</summary>
          {list(more)}
        </details>
      ) : null}
    </section>
  )
}

function Group({ group, ...compared }: { group: WarningGroup } & Compared) {
  const [first, ...rest] = group
  const { tone, sign } = looks[first.grade]
  return (
    <li>
      <Badge tone={tone}>
        <span aria-hidden="true">{sign}</span> {words.grades[first.grade]}
      </Badge>
      <div className={styles['group']}>
        <OneWarning warning={first} {...compared} />
        {rest.length > 0 ? (
          <details>
            <summary>{fill(words.sameWarnings, { count: rest.length })}</summary>
            <ul className={styles['rest']}>
              {rest.map((warning) => (
                <li key={`${warning.deposit_id ?? ''} ${translate(warning)}`}>
                  <OneWarning warning={warning} isShort {...compared} />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    </li>
  )
}

function OneWarning({
  warning,
  isShort = false,
  compared,
  compare,
}: { warning: Warning; isShort?: boolean } & Compared) {
  const { code, deposit_id: other } = warning
  return (
    <p>
      {isShort && other ? null : <span>{translate(warning)}</span>}
      {other ? <Link to={pathOf(other) ?? ''}>{isShort ? other : words.other}</Link> : null}
      {other && compare && code.startsWith('proof') ? (
        <Button kind="plain" small onClick={() => compare(compared === other ? undefined : other)}>
          {compared === other ? words.compareEnd : words.compare}
        </Button>
      ) : null}
    </p>
  )
}
