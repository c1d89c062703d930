import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { usePortal } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useLocationState } from '../../shared/use-location-state.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Below binding terms: asks a signed-in player to accept this version, or shows when they did. */
export function AcceptTerms() {
  const { session } = useSession()
  return session.state === 'in' ? <Ask /> : null
}

function Ask() {
  const { language } = usePortal()
  const words = useWords().ownTerms
  const back = useLocationState()?.back ?? paths.home
  const client = useQueryClient()
  const queryKey = ['own-terms', language]
  const { data } = useQuery({ queryKey, queryFn: () => call('ownTerms', { query: { language } }) })
  const terms = data?.to_accept
  const form = useSubmit([], async () => {
    if (!terms) return
    await call('acceptTerms', { body: { version: terms.version, hash: terms.hash } })
    await client.invalidateQueries({ queryKey })
  })
  if (!data) return null
  if (terms)
    return (
      <form method="post" onSubmit={(event) => void form.submit(event)}>
        <Notice tone="info">
          <p>{words.ask}</p>
          {form.message ? <p role="alert">{form.message}</p> : null}
          <Button type="submit" busy={form.busy}>
            {words.accept}
          </Button>
        </Notice>
      </form>
    )
  const [last] = data.accepted
  if (!last) return null
  return (
    <Notice tone="good" role="status">
      <p>{fill(words.accepted, { when: formatTime(last.accepted_at) })}</p>
      <Link to={back} className={buttonClass('main', { small: true })}>
        {words.goOn}
      </Link>
    </Notice>
  )
}
