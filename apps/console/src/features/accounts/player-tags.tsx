import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { usedTagsQuery } from './used-tags.ts'
import styles from './player-tags.module.css'

const words = en.playerTags

/** Tags of a player with their authors, and the field that adds one. */
export function PlayerTags({ playerId }: { playerId: string }) {
  const may = usePermission('players.tag')
  const refresh = useRefresh()
  const toast = useToast()
  const asked = useQuery({
    queryKey: ['player', playerId, 'tags'],
    queryFn: () => call('playerTags', { params: { id: playerId } }),
  })
  const remove = useMutation({
    mutationFn: (tag: string) => call('removePlayerTag', { params: { id: playerId }, body: { tag } }),
    onSettled: () => refresh('player', 'players', 'used-tags', 'audit'),
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  return (
    <section className={detail['block']} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Asked query={asked}>
        {({ tags }) => (
          <>
            {tags.length === 0 ? (
              <p className={detail['quiet']}>{words.none}</p>
            ) : (
              <ul className={styles['tags']}>
                {tags.map(({ tag, by, at }) => (
                  <li key={tag}>
                    <strong>{tag}</strong>
                    <small>{fill(words.author, { by: by ?? words.nobody, at: formatTime(at) })}</small>
                    {may ? (
                      <Button
                        kind="plain"
                        small
                        busy={remove.isPending}
                        aria-label={fill(words.removeOf, { tag })}
                        onClick={() => remove.mutate(tag)}
                      >
                        {words.remove}
                      </Button>
                    ) : null}
                  </li>
                ))}
              </ul>
            )}
            {may ? <AddTag playerId={playerId} /> : null}
          </>
        )}
      </Asked>
    </section>
  )
}

function AddTag({ playerId }: { playerId: string }) {
  const [tag, setTag] = useState('')
  const listId = useId()
  const refresh = useRefresh()
  const used = useQuery(usedTagsQuery)
  const add = useMutation({
    mutationFn: () => call('addPlayerTag', { params: { id: playerId }, body: { tag: tag.trim() } }),
    onSuccess: () => {
      setTag('')
      refresh('player', 'players', 'used-tags', 'audit')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  const fieldErrors = errorsOf(add.error, 'tag')
  return (
    <form method="post" className={styles['add']} onSubmit={submit}>
      <TextField
        label={words.add}
        hint={words.addHint}
        value={tag}
        list={listId}
        onChange={(event) => setTag(event.target.value)}
        errors={fieldErrors ?? (add.error ? [sentenceOf(add.error)] : undefined)}
        maxLength={24}
        autoComplete="off"
        required
      />
      <datalist id={listId}>
        {(used.data?.tags ?? []).map((one) => (
          <option key={one.tag} value={one.tag} />
        ))}
      </datalist>
      <div>
        <Button type="submit" kind="quiet" small busy={add.isPending}>
          {words.addButton}
        </Button>
      </div>
    </form>
  )
}
