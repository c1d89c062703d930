import { ApiError } from '@dhow/client/api-error'
import { useState, type FormEvent } from 'react'
import { sentencesOf, waitOf } from './api.ts'
import { fill, when } from './format.ts'
import { coreWordsNow } from './words/words.tsx'

/** Waits from this many seconds on are shown with the time at which they end. */
const timeFromS = 120

export interface FormState {
  busy: boolean
  /** The sentences by field, from the server or from the form itself. */
  fields: Record<string, string[]>
  /** Errors that belong to no field on the screen. */
  message: string | undefined
}

/**
 * A form's one act: takes no second submit while the first is under way, and puts the server's sentences where they belong. What
 * was typed stays. `own` names the fields that the form shows; a sentence of any other field joins the message.
 */
export function useSubmit(own: readonly string[], act: () => Promise<unknown>, check?: () => Record<string, string[]>) {
  const [state, setState] = useState<FormState>({ busy: false, fields: {}, message: undefined })
  /** Whether the form's own check finds nothing; what it finds is put under the fields. */
  const isReady = () => {
    const wrong = check?.() ?? {}
    const isFine = Object.keys(wrong).length === 0
    if (!isFine) setState({ busy: false, fields: wrong, message: undefined })
    return isFine
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (state.busy || !isReady()) return
    setState({ busy: true, fields: {}, message: undefined })
    try {
      await act()
      setState({ busy: false, fields: {}, message: undefined })
    } catch (error) {
      setState({ busy: false, ...placed(error, own) })
    }
  }
  const clear = (field: string) =>
    setState((before) =>
      before.fields[field]
        ? { ...before, fields: Object.fromEntries(Object.entries(before.fields).filter(([name]) => name !== field)) }
        : before,
    )
  return { ...state, submit, isReady, clear }
}

/** Splits a failure into what stands under the form's own fields and what stands above the button, no sentence twice. */
export function placed(error: unknown, own: readonly string[]): Pick<FormState, 'fields' | 'message'> {
  if (!(error instanceof ApiError)) return { fields: {}, message: sentencesOf(error).join(' ') }
  const fields = Object.fromEntries(Object.entries(error.errors ?? {}).filter(([name]) => own.includes(name)))
  const shown = new Set(Object.values(fields).flat())
  const rest = sentencesOf(error).filter((sentence) => !shown.has(sentence))
  const wait = waitOf(error)
  // A form may stay open for longer than the sentence says: the time of day stays right.
  if (wait !== undefined && wait >= timeFromS)
    rest.push(fill(coreWordsNow().errors.waitUntil, { time: when(new Date(Date.now() + wait * 1_000).toISOString()) }))
  // A sentence under its field says it all; the general one would only say it again.
  return {
    fields,
    message: shown.size > 0 && rest.length <= 1 && wait === undefined ? undefined : rest.join(' ') || undefined,
  }
}
