import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { linkVerdicts, networkDays, type playerLinks } from '@dhow/contract/player-links'
import { Button } from '@dhow/ui/button'
import { Badge, Notice } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { fill, formatTime, formatExactTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { isBlocked, blockingStates, linksAnchor, linksQuery } from '../../shared/linked-players.ts'
import styles from './player-links.module.css'

const words = en.playerLinks
type Reply = ReplyOf<typeof playerLinks>
type OneLink = Reply['links'][number]

/** Linked players with operators' notes, blocked ones first. */
export function PlayerLinks({ playerId }: { playerId: string }) {
  const mayNote = usePermission('players.note_links')
  const asked = useQuery(linksQuery(playerId))
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const isThere = asked.data !== undefined
  useEffect(() => {
    if (isThere && hash === `#${linksAnchor}`) section.current?.scrollIntoView?.()
  }, [isThere, hash])
  return (
    <section ref={section} className={detail['block']} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={detail['quiet']}>{words.lead}</p>
      <Asked query={asked}>
        {({ links, is_whole }) => (
          <>
            {is_whole ? null : <Notice tone="warn">{fill(words.cut, { count: links.length })}</Notice>}
            {links.length === 0 ? (
              <p className={detail['quiet']}>{words.none}</p>
            ) : (
              <ul className={styles['links']}>
                {links.map((link) => (
                  <li key={link.player.id} data-kept-out={isBlocked(link)}>
                    <Linked playerId={playerId} link={link} mayNote={mayNote} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Asked>
    </section>
  )
}

function Linked({ playerId, link, mayNote }: { playerId: string; link: OneLink; mayNote: boolean }) {
  const [isNoting, setNoting] = useState(false)
  const { player, states, strength, note } = link
  return (
    <>
      <div className={styles['head']}>
        <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link>
        <span className={styles['quiet']}>{player.mobile}</span>
        <Badge tone={strength === 'strong' ? 'warn' : 'neutral'}>{words.strength[strength]}</Badge>
        {states.map((state) => (
          <Badge key={state} tone={blockingStates.has(state) ? 'bad' : 'warn'}>
            {words.states[state]}
          </Badge>
        ))}
        {note ? <Badge tone={note.verdict === 'known' ? 'info' : 'bad'}>{words.verdicts[note.verdict]}</Badge> : null}
      </div>
      <Ways ways={link.ways} />
      {note ? (
        <p className={styles['note']}>
          {fill(words.noted, { reason: note.reason, by: note.by ?? words.nobody, at: formatTime(note.at) })}
        </p>
      ) : null}
      {isNoting ? (
        <NoteForm playerId={playerId} link={link} close={() => setNoting(false)} />
      ) : mayNote ? (
        <div>
          <Button
            kind="plain"
            small
            aria-label={fill(words.noteOf, { player: player.player_name })}
            onClick={() => setNoting(true)}
          >
            {words.note}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Ways({ ways }: Pick<OneLink, 'ways'>) {
  if (ways.length === 0) return <p className={styles['quiet']}>{words.noWay}</p>
  return (
    <ul className={styles['ways']}>
      {ways.map(({ way, count, first_seen, last_seen }) => {
        const name = fill(words.ways[way], { days: networkDays })
        return (
          <li key={way}>
            <span>{count === 1 ? name : fill(words.times, { way: name, count })}</span>
            <time dateTime={last_seen} title={`${formatExactTime(first_seen)} – ${formatExactTime(last_seen)}`}>
              {first_seen === last_seen
                ? formatTime(last_seen)
                : fill(words.seen, { first: formatTime(first_seen), last: formatTime(last_seen) })}
            </time>
          </li>
        )
      })}
    </ul>
  )
}

function NoteForm({ playerId, link: { player, note }, close }: { playerId: string; link: OneLink; close: () => void }) {
  const choices = note ? linkVerdicts : linkVerdicts.filter((one) => one !== 'open')
  const [verdict, setVerdict] = useState<(typeof linkVerdicts)[number]>(note?.verdict ?? 'known')
  return (
    <ReasonForm
      words={words.form}
      name={{ player: player.player_name }}
      refresh={['player']}
      send={(reason) => call('noteLink', { params: { id: playerId }, body: { other_id: player.id, verdict, reason } })}
      close={close}
    >
      {(errors) => (
        <ChoiceField
          label={words.verdict}
          choices={choices}
          words={words.choices}
          value={verdict}
          set={setVerdict}
          errors={errors('verdict')}
        />
      )}
    </ReasonForm>
  )
}
