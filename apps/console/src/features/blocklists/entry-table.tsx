import type { blockEntries } from '@dhow/contract/blocklists'
import type { ReplyOf } from '@dhow/contract/operation'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { call } from '../../shared/api.ts'
import { fill, formatLastDay, formatTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import detail from '../../shared/queue/detail.module.css'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.blocklists
type Entry = ReplyOf<typeof blockEntries>['entries'][number]
type Act = { kind: 'remove' | 'reveal'; entry: Entry }

/** Entries with author and reason; ending one, or revealing it, needs a reason. */
export function EntryTable({ entries }: { entries: readonly Entry[] }) {
  const [act, setAct] = useState<Act>()
  const [shown, setShown] = useState<{ id: string; value: string }>()
  const close = () => setAct(undefined)
  return (
    <>
      {act ? (
        <ReasonForm
          key={`${act.kind} ${act.entry.id}`}
          words={words[act.kind]}
          name={{ value: act.entry.value }}
          kind={act.kind === 'remove' ? 'danger' : 'main'}
          refresh={act.kind === 'remove' ? ['blocklists', 'player'] : []}
          send={async (reason) => {
            const { id } = act.entry
            if (act.kind === 'remove') return call('removeBlock', { params: { id }, body: { reason } })
            return setShown({ id, ...(await call('revealBlock', { params: { id }, body: { reason } })) })
          }}
          close={close}
        />
      ) : null}
      <ListTable
        name="blocklists"
        label={words.title}
        columns={[
          { key: 'value', label: words.value },
          { key: 'reason', label: words.reason },
          { key: 'added', label: words.added },
          { key: 'until', label: words.until },
          { key: 'actions', label: words.actions },
        ]}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: {
            value: (
              <>
                <small className={detail['quiet']}>{words.kinds[entry.kind]}</small>
                <br />
                {shown?.id === entry.id ? (
                  <CopyLine label={words.value} value={shown.value} words={en.copy} />
                ) : (
                  <code>{entry.value}</code>
                )}
              </>
            ),
            reason: entry.reason,
            added: fill(words.by, { when: formatTime(entry.at), by: entry.by ?? words.nobody }),
            until: endOf(entry),
            actions: <Actions entry={entry} act={setAct} />,
          },
        }))}
      />
    </>
  )
}

function endOf({ until, removed, is_running }: Entry): string {
  if (removed) {
    const { by, at, reason } = removed
    return fill(words.removedBy, { when: formatTime(at), by: by ?? words.nobody, reason })
  }
  if (!is_running) return words.ranOut
  return until === null ? words.forGood : formatLastDay(until)
}

function Actions({ entry, act }: { entry: Entry; act: (act: Act) => void }) {
  const [mayEdit, mayLook] = [usePermission('blocklists.edit'), usePermission('players.reveal')]
  const button = (kind: Act['kind']) => (
    <Button
      kind="plain"
      small
      aria-label={`${words[kind].button}: ${entry.value}`}
      onClick={() => act({ kind, entry })}
    >
      {words[kind].button}
    </Button>
  )
  return (
    <div className={detail['buttons']}>
      {mayLook ? button('reveal') : null}
      {mayEdit && entry.is_running ? button('remove') : null}
    </div>
  )
}
