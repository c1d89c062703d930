import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '@dhow/ui/button'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { SessionList } from './session-list.tsx'
import styles from './my-account.module.css'

const words = en.myAccount.sessions

/** The operator's own sessions, each with a button to end it. */
export function MySessions() {
  const refresh = useRefresh()
  const toast = useToast()
  const asked = useQuery({ queryKey: ['own-sessions'], queryFn: () => call('ownSessions') })
  const failed = (error: Error) => {
    refresh('own-sessions')
    toast(sentenceOf(error), 'bad')
  }
  const done = (sentence: string) => () => {
    refresh('own-sessions')
    toast(sentence, 'good')
  }
  const end = useMutation({
    mutationFn: (id: string) => call('endOwnSession', { params: { id }, body: {} }),
    onSuccess: done(words.ended),
    onError: failed,
  })
  const endOthers = useMutation({
    mutationFn: () => call('endOtherSessions', { body: {} }),
    onSuccess: done(words.othersEnded),
    onError: failed,
  })
  return (
    <section className={styles['sessions']}>
      <h2>{words.title}</h2>
      <p>{words.about}</p>
      <Asked query={asked}>
        {({ sessions }) => (
          <>
            <SessionList
              label={words.title}
              sessions={sessions}
              isBusy={end.isPending}
              end={({ id }) => end.mutate(id)}
            />
            {sessions.length > 1 ? (
              <div>
                <Button kind="quiet" small busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  {words.endOthers}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Asked>
    </section>
  )
}
