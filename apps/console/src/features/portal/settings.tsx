import { keysOf } from '@dhow/contract/keys-of'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffSettings } from '@dhow/contract/settings'
import { Button } from '@dhow/ui/button'
import { Badge, Notice } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import cards from '../../shared/cards.module.css'
import { fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { usePermission } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import {
  draftOf,
  isListKind,
  sectionRows,
  type FieldRow,
  type ListKind,
  type ListRow,
  type SectionName,
} from './fields.ts'
import { SectionForm } from './section-form.tsx'
import styles from './settings.module.css'

const words = en.settings
const refreshEveryMs = 15_000
type Reply = ReplyOf<typeof staffSettings>

/** Settings of the whole portal, section by section. */
export function Settings() {
  const mayChange = usePermission('settings.change')
  const asked = useLiveQuery(['settings'], () => call('staffSettings'), refreshEveryMs)
  return (
    <Page title={words.title} lead={mayChange ? words.lead : words.readOnly}>
      <WaitingChanges kind="settings" />
      <Asked query={asked}>
        {(reply) => (
          <div className={`${cards['cards']} ${styles['sections']}`}>
            {keysOf(sectionRows).map((name) => (
              <Section key={name} name={name} reply={reply} />
            ))}
          </div>
        )}
      </Asked>
    </Page>
  )
}

function Section({ name, reply }: { name: SectionName; reply: Reply }) {
  const [isOpen, setOpen] = useState(false)
  const mayChange = usePermission('settings.change')
  const { title, lead, fields } = words.sections[name]
  const heading = useNamedHeading(name)
  const labels: Record<string, string> = fields
  const rows = sectionRows[name]
  const isUnset = (field: FieldRow) => field.isRare && draftOf(reply.settings[name], field) === ''
  return (
    <Card className={styles['section']}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={detail['quiet']}>{lead}</p>
      {isOpen ? (
        <SectionForm name={name} section={reply.settings[name]} close={() => setOpen(false)} />
      ) : (
        <Facts
          rows={rows
            .filter((field) => !isUnset(field))
            .map((field) => ({
              label: labels[field.path] ?? field.path,
              value: shown(field, reply.settings[name]),
            }))}
        />
      )}
      {!isOpen && rows.some(isUnset) ? <p className={detail['quiet']}>{words.otherActions}</p> : null}
      {name === 'countries' && !reply.countries_known ? <Notice tone="warn">{words.noProxy}</Notice> : null}
      {name === 'names' ? (
        <p className={detail['quiet']}>
          {fill(words.licenceEnvironment, { licence: reply.licence_of_environment ?? words.none })}
        </p>
      ) : null}
      {mayChange && !isOpen ? (
        <div>
          <Button
            kind="quiet"
            small
            aria-label={fill(words.changeOf, { section: title })}
            onClick={() => setOpen(true)}
          >
            {words.change}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

/** Scrolls to and focuses the section in the address: `/settings#sessions`. */
function useNamedHeading(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash !== `#${name}`) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [hash, key, name])
  return heading
}

function shown(field: FieldRow, section: unknown) {
  const draft = draftOf(section, field)
  if (typeof draft === 'boolean') return <Badge tone={draft ? 'good' : 'bad'}>{draft ? words.on : words.off}</Badge>
  if (typeof draft !== 'string')
    return draft.length > 0 && isListKind(field.kind) ? <List kind={field.kind} rows={draft} /> : words.none
  if (field.kind === 'choice') {
    const text = words.choices[draft] ?? draft
    return field.path === 'state' ? <Badge tone={draft === 'active' ? 'good' : 'bad'}>{text}</Badge> : text
  }
  if (draft === '') return field.path === 'message' ? words.usual : words.none
  if (field.kind === 'instant') return formatExactTime(new Date(draft).toISOString())
  if (field.kind === 'amounts')
    return (
      draft
        .split(', ')
        .filter(Boolean)
        .map((amount) => formatMoney(amount, field.path === 'IN' ? 'INR' : 'NAD'))
        .join(', ') || words.none
    )
  return field.kind === 'amount' || field.isRare ? formatMoney(draft, field.path.includes('IN') ? 'INR' : 'NAD') : draft
}

function List({ kind, rows }: { kind: ListKind; rows: ListRow[] }) {
  return (
    <ul>
      {rows.map((row, index) => (
        <li key={index}>
          {kind === 'links' ? (
            <a href={row['url']} rel="noreferrer" target="_blank">
              {row['name']}
            </a>
          ) : (
            fill(words.networkRow, row)
          )}
        </li>
      ))}
    </ul>
  )
}
