import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isConflict } from '../api.ts'
import { useRefresh } from '../session.tsx'
import { useConcurrentDecision } from './use-concurrent-decision.ts'

/** Shows the answer of an action; cancels older fetches, which would overwrite it. */
export function replaceShown(client: QueryClient, key: QueryKey, reply: unknown) {
  void client.cancelQueries({ queryKey: key })
  client.setQueryData(key, reply)
}

/**
 * Decision on what the operator has seen, sent with the version from when the form was opened. If a colleague was faster, `overtaken` says who decided
 * what and when, the newest state is fetched and shown, and a retry uses its version. `key` ends with the subject's id.
 */
export function useDecision<Reply>({
  key,
  version,
  send,
  fetch,
  versionOf,
  refresh,
  done,
}: {
  key: QueryKey
  version: number
  send: (version: number) => Promise<Reply>
  fetch: () => Promise<Reply>
  versionOf: (reply: Reply) => number
  refresh: string[]
  done: (reply: Reply) => void
}) {
  const client = useQueryClient()
  const refreshAll = useRefresh()
  const seen = useRef(version)
  const { overtaken, look } = useConcurrentDecision(String(key.at(-1)))
  const isSent = useRef(false)
  useEffect(() => {
    // The state changed while the form was open, before sending.
    if (version !== seen.current && !isSent.current) void look()
  }, [version, look])
  const mutation = useMutation({
    mutationFn: () => {
      isSent.current = true
      return send(seen.current)
    },
    onSuccess(reply) {
      replaceShown(client, key, reply)
      refreshAll(...refresh)
      done(reply)
    },
    async onError(error) {
      if (!isConflict(error)) return
      refreshAll(...refresh)
      const fresh = await client.fetchQuery({ queryKey: key, queryFn: fetch, staleTime: 0 }).catch(() => undefined)
      if (!fresh) return
      if (versionOf(fresh) !== seen.current) await look()
      seen.current = versionOf(fresh)
    },
  })
  return { ...mutation, overtaken }
}
