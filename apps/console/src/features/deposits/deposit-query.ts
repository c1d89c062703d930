import type { staffGetDeposit } from '@dhow/contract/deposit-review'
import type { ReplyOf } from '@dhow/contract/operation'
import { call } from '../../shared/api.ts'

export type Deposit = ReplyOf<typeof staffGetDeposit>['deposit']

export const depositKey = (id: string) => ['deposit', id]
export const fetchDeposit = (id: string) => call('staffGetDeposit', { params: { id } })
