import { ApiError } from '@dhow/client/api-error'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { ToastProvider } from '@dhow/ui/toast'
import { Enrol, linkToken } from '../features/staff/enrol.tsx'
import { SignIn } from '../features/staff/sign-in.tsx'
import { isSignedOut, sentenceOf } from '../shared/api.ts'
import { PausedProvider, PresenceProvider } from '../shared/presence.tsx'
import { MeProvider, useSession } from '../shared/session.tsx'
import { en } from '../shared/words/en.ts'
import './console.css'
import { Shell } from './shell.tsx'
import styles from './shell.module.css'

export function App() {
  const [client] = useState(openClient)
  return (
    <QueryClientProvider client={client}>
      <PresenceProvider>
        <ToastProvider closeLabel={en.console.close} inCorner>
          <SignInGate />
        </ToastProvider>
      </PresenceProvider>
    </QueryClientProvider>
  )
}

/** Visitors sign in first. After a session has expired the screens stay mounted, so that the same operator finds a half-filled form again. */
function SignInGate() {
  const [token] = useState(linkToken)
  const session = useSession()
  // An enrolment link is for its own operator, even if another one is signed in here.
  if (token !== undefined) return <Enrol token={token} />
  if (session.state === 'loading') {
    return (
      <div className={styles['alone']}>
        <Skeleton lines={4} label={en.console.loading} />
      </div>
    )
  }
  if (session.state === 'failed') {
    return (
      <div className={styles['alone']}>
        <Failure message={sentenceOf(session.error)} retry={session.retry} retryLabel={en.console.retry} />
      </div>
    )
  }
  const { me } = session
  const isOut = session.state === 'out'
  return (
    <>
      {isOut ? <SignIn isReturning={me !== undefined} /> : null}
      {me ? (
        <div hidden={isOut}>
          <PausedProvider paused={isOut}>
            <MeProvider key={me.operator.id} me={me}>
              <Shell />
            </MeProvider>
          </PausedProvider>
        </div>
      ) : null}
    </>
  )
}

/** Retries missing answers and server errors once, never a mutation. */
function openClient(): QueryClient {
  const checkSession = (error: unknown, isMe: boolean) => {
    if (!isMe && isSignedOut(error)) void client.invalidateQueries({ queryKey: ['me'] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => checkSession(error, query.queryKey[0] === 'me') }),
    mutationCache: new MutationCache({ onError: (error) => checkSession(error, false) }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 2_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
