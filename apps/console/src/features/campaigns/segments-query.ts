import { call } from '../../shared/api.ts'

export const segmentsQuery = { queryKey: ['segments'], queryFn: () => call('staffSegments') }
