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
 * Submits a form: ignores a second submit while the first is under way, and puts the server's sentences where they belong. What
 * was typed stays. `own` names the fields that the form shows; a sentence of any other field joins the message.
 */
export function useSubmit(own: readonly string[], run: () => Promise<unknown>, check?: () => Record<string, string[]>) {
  const [state, setState] = useState<FormState>({ busy: false, fields: {}, message: undefined })
  /** Whether the form's own check finds nothing, but for fields that come later; its sentences are put under the fields. */
  const isReady = (later: readonly string[] = []) => {
    const wrong = Object.fromEntries(Object.entries(check?.() ?? {}).filter(([name]) => !later.includes(name)))
    const isFine = Object.keys(wrong).length === 0
    if (!isFine) setState({ busy: false, fields: wrong, message: undefined })
    return isFine
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (state.busy || !isReady()) return
    setState({ busy: true, fields: {}, message: undefined })
    try {
      await run()
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
  // A form may stay open for long, so the sentence has the time of day and not a duration.
  if (wait !== undefined && wait >= timeFromS)
    rest.push(fill(coreWordsNow().errors.waitUntil, { time: when(new Date(Date.now() + wait * 1_000).toISOString()) }))
  // The sentence under the field is enough; the general one would repeat it.
  return {
    fields,
    message: shown.size > 0 && rest.length <= 1 && wait === undefined ? undefined : rest.join(' ') || undefined,
  }
}
