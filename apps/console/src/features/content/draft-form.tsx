import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError } from '@dhow/client/api-error'
import { contentUpload, type ContentItem, type ContentVersion, type saveContent } from '@dhow/contract/content-editing'
import type { Wording } from '@dhow/contract/message-wordings'
import { standardWording } from '@dhow/contract/message-wording-rules'
import type { BodyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { addressOf, call, errorsOf, hasFieldErrors, sentenceOf, upload } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './content.module.css'
import { MessageInputs, wordedKindOf } from './message-inputs.tsx'

const words = en.content
type Fields = Omit<BodyOf<typeof saveContent>, 'revision' | 'sms'> & Wording

/** Fields of a version; a message without one begins with the standard text. */
const fieldsOf = (item: ContentItem, version: ContentVersion | undefined): Fields => ({
  ...textsOf(item, version),
  to: version?.to ?? null,
  picture: version?.picture?.name ?? null,
  games: version?.games ?? [],
})

function textsOf(item: ContentItem, version: ContentVersion | undefined): Wording {
  const kind = wordedKindOf(item)
  if (version) return { title: version.title, text: version.text, sms: version.sms }
  return kind ? standardWording(kind, item.language) : { title: '', text: '', sms: '' }
}

/** Another editor's draft, saved first. */
interface Other {
  revision: number
  by: string
  at: string
  title: string
  text: string
  sms: string
}

/** Edits the draft, or starts one from the newest version. Keeps what was typed on any answer. */
export function DraftForm({ item }: { item: ContentItem }) {
  const draft = item.versions.find(({ state }) => state === 'draft')
  const [opened, setOpened] = useState(draft?.revision ?? 0)
  const [fields, setFields] = useState(fieldsOf(item, draft ?? item.versions[0]))
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const save = useSave(item, fields, setOpened)
  const other = otherOf(save.error)
  const message = wordedKindOf(item)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(opened)
  }
  return (
    <form method="post" className={styles['editor']} onSubmit={onSubmit} aria-label={words.save}>
      {message ? (
        <MessageInputs item={item} kind={message} fields={fields} set={set} error={save.error} />
      ) : (
        <Inputs kind={item.kind} fields={fields} set={set} error={save.error} />
      )}
      {other ? (
        <Notice tone="warn" role="alert">
          <p>{fill(words.conflict, { by: other.by, at: formatTime(other.at) })}</p>
          <details>
            <summary>{words.theirs}</summary>
            <strong>{other.title}</strong>
            <pre className={styles['source']}>{other.text}</pre>
            {other.sms === '' ? null : <pre className={styles['source']}>{other.sms}</pre>}
          </details>
          <Button small onClick={() => save.mutate(other.revision)}>
            {words.overwrite}
          </Button>{' '}
          <Button
            kind="plain"
            small
            onClick={() => {
              set({ title: other.title, text: other.text, sms: other.sms })
              setOpened(other.revision)
              save.reset()
            }}
          >
            {words.takeTheirs}
          </Button>
        </Notice>
      ) : save.error && !hasFieldErrors(save.error) ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(save.error)}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

function useSave(item: ContentItem, fields: Fields, setOpened: (revision: number) => void) {
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    mutationFn: (revision: number) => call('saveContent', { params: { id: item.id }, body: { ...fields, revision } }),
    onSuccess({ item: { versions } }) {
      setOpened(versions.find(({ state }) => state === 'draft')?.revision ?? 0)
      refresh('content')
      toast(words.saved, 'good')
    },
  })
}

function otherOf(error: unknown): Other | undefined {
  if (!(error instanceof ApiError) || error.code !== 'content_changed') return undefined
  const { revision, by, at, title, text, sms = '' } = error.data ?? {}
  if (typeof revision !== 'number' || typeof at !== 'string') return undefined
  return { revision, by: String(by), at, title: String(title), text: String(text), sms: String(sms) }
}

function Inputs({
  kind,
  fields,
  set,
  error,
}: {
  kind: ContentItem['kind']
  fields: Fields
  set: (change: Partial<Fields>) => void
  error: unknown
}) {
  const isPage = kind === 'page'
  return (
    <>
      {kind === 'notice' ? null : (
        <TextField
          label={words.draftTitle}
          {...asTyped(fields.title, (title) => set({ title }), errorsOf(error, 'title'))}
          maxLength={120}
        />
      )}
      {kind === 'row' ? (
        <TextAreaField
          label={words.games}
          hint={words.gamesHint}
          value={fields.games.join('\n')}
          onChange={(event) => set({ games: event.target.value.split('\n') })}
          errors={errorsOf(error, 'games')}
          rows={8}
        />
      ) : (
        <TextAreaField
          label={isPage ? words.text : words.shortText}
          hint={isPage ? words.textHint : undefined}
          {...asTyped(fields.text, (text) => set({ text }), errorsOf(error, 'text'))}
          rows={isPage ? 24 : 3}
        />
      )}
      {kind === 'notice' || kind === 'banner' ? (
        <TextField
          label={words.to}
          hint={words.toHint}
          value={fields.to ?? ''}
          onChange={(event) => set({ to: event.target.value === '' ? null : event.target.value })}
          errors={errorsOf(error, 'to')}
          maxLength={200}
        />
      ) : null}
      {kind === 'banner' ? <Picture name={fields.picture} set={(picture) => set({ picture })} /> : null}
    </>
  )
}

function Picture({ name, set }: { name: string | null; set: (name: string | null) => void }) {
  const send = useMutation({
    mutationFn: (file: File) => upload('uploadContentPicture', {}, { field: contentUpload.file, file }),
    onSuccess: ({ picture }) => set(picture.name),
  })
  return (
    <div>
      <TextField
        type="file"
        label={words.picture}
        hint={words.pictureHint}
        accept="image/jpeg,image/png,image/webp"
        errors={errorsOf(send.error, 'image') ?? (send.error ? [sentenceOf(send.error)] : undefined)}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) send.mutate(file)
        }}
      />
      {name === null ? null : (
        <>
          <img
            className={styles['picture']}
            src={addressOf('staffContentPicture', { name: `${name}.webp` })}
            alt={words.picture}
            width={480}
          />
          <Button kind="plain" small onClick={() => set(null)}>
            {words.removePicture}
          </Button>
        </>
      )}
    </div>
  )
}
