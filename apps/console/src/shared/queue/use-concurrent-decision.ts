import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../api.ts'
import { fill, formatTime } from '../format.ts'
import { useMe } from '../session.tsx'
import { en } from '../words/en.ts'

/**
 * Reports who decided about a subject while its form was open, what and when, from the newest entry of the audit trail. `look` fetches it; the
 * sentence stays until the form closes.
 */
export function useConcurrentDecision(subject: string) {
  const [overtaken, setOvertaken] = useState<string>()
  const { operator } = useMe()
  const client = useQueryClient()
  const look = useCallback(async () => {
    const reply = await client
      .fetchQuery({
        queryKey: ['audit', 'newest', subject],
        queryFn: () => call('staffAudit', { query: { subject } }),
        staleTime: 0,
      })
      .catch(() => undefined)
    const entry = reply?.entries[0]
    const isOther = entry !== undefined && entry.operator !== null && entry.operator !== operator.name
    const sentence = isOther
      ? fill(en.money.overtaken, { name: entry.operator ?? '', when: formatTime(entry.at), text: entry.text })
      : en.money.changeConflict
    setOvertaken(sentence)
    return sentence
  }, [client, subject, operator.name])
  return { overtaken, look }
}
