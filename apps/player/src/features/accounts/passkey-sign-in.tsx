import type { SignedCredential } from '@dhow/contract/passkey-shapes'
import { Button } from '@dhow/ui/button'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { useSession } from '../../shared/session.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import { useWords } from '../../shared/words/words.tsx'
import { useSignInRedirect } from './code-step.ts'
import { signWithPasskey, stopSuggestions, suggestPasskeys } from './passkey-device.ts'

const begin = async () => (await call('beginPasskeyLogin', { body: {} })).options

/** Sign-in by passkey: a button, and the browser's suggestions in the mobile number field where supported. */
export function PasskeySignIn() {
  const { auth } = useWords()
  const { signIn } = useSession()
  const arrive = useSignInRedirect()
  const chosen = useRef<SignedCredential>(undefined)
  const form = useSubmit([], async () => {
    const credential = chosen.current ?? (await signWithPasskey(await begin(), auth.passkeyNone))
    chosen.current = undefined
    const answer = await call('passkeyLogin', { body: { credential } })
    signIn(answer.token, answer.user)
    await arrive()
  })
  useSuggestions(!form.busy && form.message === undefined, (credential) => {
    chosen.current = credential
    void form.submit()
  })
  return (
    <>
      <Button kind="quiet" wide busy={form.busy} onClick={() => void form.submit()}>
        {form.busy ? auth.working : auth.passkey}
      </Button>
      <FormMessage>{form.message}</FormMessage>
    </>
  )
}

/** Renew the challenge before its five minutes are over. */
const renewedMs = 4 * 60_000

/** Calls back with the credential of a passkey chosen among the browser's suggestions, while `isWanted`. */
function useSuggestions(isWanted: boolean, chosen: (credential: SignedCredential) => void) {
  const take = useEffectEvent(chosen)
  useEffect(() => {
    if (!isWanted || !('PublicKeyCredential' in window) || !('isConditionalMediationAvailable' in PublicKeyCredential))
      return
    let isOver = false
    let isOpen = false
    const suggest = async () => {
      isOpen = true
      const credential = await suggestPasskeys(begin, () => isOver)
      if (credential && !isOver) take(credential)
    }
    // Ignore failed suggestions: the button and the password still work.
    const attempt = () => void suggest().catch(() => undefined)
    const stop = whenIdle(attempt)
    const timer = setInterval(attempt, renewedMs)
    return () => {
      isOver = true
      stop()
      clearInterval(timer)
      if (isOpen) void stopSuggestions().catch(() => undefined)
    }
  }, [isWanted])
}
