import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** Deposit methods open in the player's market. */
export const methodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: () => call('paymentMethods', { query: { type: 'deposit' } }),
})

/** Reasons why the player cannot deposit now. */
export const depositOptionsQuery = (method?: string) =>
  queryOptions({
    queryKey: ['deposit-options', method],
    queryFn: () => call('depositOptions', { query: { method } }),
    staleTime: 0,
  })

/** The player's bonuses and offers. */
export const bonusesQuery = queryOptions({ queryKey: ['bonuses'], queryFn: () => call('bonuses') })
