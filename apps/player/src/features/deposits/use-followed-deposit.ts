import type { DepositDetail } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../shared/api.ts'
import { useSession } from '../../shared/session.tsx'

const pollEveryMs = 4_000

export const isOpen = ({ status }: Pick<DepositDetail, 'status'>): boolean =>
  status === 'pending' || status === 'processing'

/** One deposit as the server knows it, live: updated by the stream, and polled while it is open in case the stream is cut. */
export function useFollowedDeposit(id: string) {
  const { listen, refresh } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['deposit', id],
    queryFn: async () => (await call('getDeposit', { params: { id } })).deposit,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : pollEveryMs),
    staleTime: 0,
  })
  useEffect(
    () => listen((message) => (message.type === 'deposit' && message.id === id ? void refetch() : undefined)),
    [listen, refetch, id],
  )
  const status = data?.status
  useEffect(() => {
    // Reload the balance in the header.
    if (status === 'completed') void refresh()
  }, [status, refresh])
  return { deposit: data, error }
}
