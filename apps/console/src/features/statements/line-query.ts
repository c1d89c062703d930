import { call } from '../../shared/api.ts'

export const lineKey = (id: string) => ['statement-line', id]
export const fetchLine = (id: string) => call('staffStatementLine', { params: { id } })
