import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Failure } from '@dhow/ui/feedback'
import { HiddenText } from '@dhow/ui/hidden-text'
import { Card, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call, sentencesOf } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'

/** Number of built-in avatars; placeholders keep the layout stable while they load. */
const roomForAvatars = 12

/** Choice of a built-in avatar, the default one, or an uploaded picture. */
export default function SelectAvatar() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['avatars'], queryFn: () => call('avatars') })
  const { refresh } = useSession()
  const toast = useToast()
  const [file, setFile] = useState<File>()
  const fileId = useId()
  const chosen = async (work: Promise<unknown>) => {
    await work
    await Promise.all([refetch(), refresh()])
    toast(words.profile.saved, 'good')
  }
  const upload = useSubmit(['image'], async () => {
    if (!file) return
    const form = new FormData()
    form.set('image', file, file.name)
    await chosen(call('uploadAvatar', { form }))
    setFile(undefined)
  })
  const pick = (id: string | null) =>
    void chosen(call('setAvatar', { body: { id } })).catch((problem: unknown) =>
      toast(sentencesOf(problem).join(' '), 'bad'),
    )
  return (
    <Page {...SelectAvatar.head(words)}>
      {data ? (
        <ul className={styles['avatars']}>
          {data.avatars.map((avatar) => (
            <li key={avatar.id}>
              <button
                type="button"
                aria-pressed={data.chosen === avatar.id}
                aria-label={avatar.name}
                onClick={() => pick(avatar.id)}
              >
                <img src={avatar.image} alt="" width="96" height="96" />
                {data.chosen === avatar.id ? <HiddenText>{words.profile.chosen}</HiddenText> : null}
              </button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <div role="status" aria-label={words.portal.loading} className={styles['avatars']}>
          {Array.from({ length: roomForAvatars }, (_, index) => (
            <div key={index} className={styles['avatar-room']} />
          ))}
        </div>
      )}
      <Button kind="quiet" onClick={() => pick(null)}>
        {words.profile.noAvatar}
      </Button>
      <Card>
        <form method="post" onSubmit={(event) => void upload.submit(event)}>
          <Stack>
            <label htmlFor={fileId}>
              <strong>{words.profile.ownPicture}</strong>
            </label>
            <input
              id={fileId}
              type="file"
              accept="image/*"
              aria-describedby={`${fileId}-hint`}
              onChange={(event) => setFile(event.target.files?.[0])}
            />
            <p id={`${fileId}-hint`}>{words.profile.ownPictureHint}</p>
            <FormMessage>{upload.fields['image']?.join(' ') ?? upload.message}</FormMessage>
            <Button type="submit" busy={upload.busy || !file}>
              {upload.busy ? words.auth.working : words.auth.save}
            </Button>
          </Stack>
        </form>
      </Card>
    </Page>
  )
}

SelectAvatar.early = true
SelectAvatar.head = (words: Words): PageHead => ({ title: words.profile.chooseAvatar, lead: words.profile.avatarLead })
