import { ApiError } from '@dhow/client/api-error'
import { useState, type FormEvent } from 'react'
import { sentencesOf, waitOf } from './api.ts'
import { fill, formatTime } from './format.ts'
import { currentCoreWords } from './words/words.tsx'

/** From this wait on, show the time at which it ends. */
const timeFromS = 120

export interface FormState {
  busy: boolean
  /** Errors by field, from the server or the form's own check. */
  fields: Record<string, string[]>
  /** Errors that belong to no field on the screen. */
  message: string | undefined
}

/**
 * Submits a form: ignores a second submit while the first is under way, and puts errors beside their fields. Keeps what was typed. `own`: the
 * form's fields; errors of any other field join the message.
 */
export function useSubmit(own: readonly string[], run: () => Promise<unknown>, check?: () => Record<string, string[]>) {
  const [state, setState] = useState<FormState>({ busy: false, fields: {}, message: undefined })
  /** Runs the form's own check, except for `later` fields, and shows its errors. */
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
      setState({ busy: false, ...splitFailure(error, own) })
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

/** Splits a failure into errors under the form's fields and a message above the button, without repeats. */
export function splitFailure(error: unknown, own: readonly string[]): Pick<FormState, 'fields' | 'message'> {
  if (!(error instanceof ApiError)) return { fields: {}, message: sentencesOf(error).join(' ') }
  const fields = Object.fromEntries(Object.entries(error.errors ?? {}).filter(([name]) => own.includes(name)))
  const shown = new Set(Object.values(fields).flat())
  const rest = sentencesOf(error).filter((sentence) => !shown.has(sentence))
  const wait = waitOf(error)
  // A form may stay open for long, so show the time of day instead of a duration.
  if (wait !== undefined && wait >= timeFromS)
    rest.push(
      fill(currentCoreWords().errors.waitUntil, {
        time: formatTime(new Date(Date.now() + wait * 1_000).toISOString()),
      }),
    )
  // Leave out the general sentence, which would repeat the field's.
  return {
    fields,
    message: shown.size > 0 && rest.length <= 1 && wait === undefined ? undefined : rest.join(' ') || undefined,
  }
}
