import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../shared/api.ts'
import { translate } from '../../shared/translate.ts'

/** Checks while typing whether a name is free; skips names that are too short. */
export function useNameCheck(name: string): { good?: string; bad?: string } {
  const asked = useDeferredValue(name)
  const { data } = useQuery({
    queryKey: ['player-name', asked],
    queryFn: ({ signal }) => pause(300, signal).then(() => call('checkPlayerName', { query: { player_name: asked } })),
    enabled: /^[A-Za-z0-9_.]{3,20}$/.test(asked),
    staleTime: 5_000,
    retry: 0,
  })
  if (!data || asked !== name) return {}
  return data.available ? { good: translate(data.text) } : { bad: translate(data.text) }
}

/** Debounces: rejects if the next key is typed within `ms`. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('superseded'))
    })
  })
