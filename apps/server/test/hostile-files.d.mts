import type { StatementFormat } from '@dhow/contract/statements'

export const benignFiles: Record<StatementFormat, (bytes: number) => string>
export const hostileFiles: { format: StatementFormat; name: string; make: (bytes: number) => string }[]
