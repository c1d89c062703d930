import { typedText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Fact, StoredFact } from './tables.ts'

interface Stored {
  summary: string
  summary_code: string
  summary_params: Record<string, string>
}

/** Summary of a change in one sentence. Servers of version 0.1.0 write the sentence itself. */
export const summaryOf = ({ summary, summary_code: code, summary_params: params }: Stored): OperatorText =>
  summary === '' ? { code, params } : typedText(summary)

/** Values of a row, which servers of version 0.1.0 write as sentences. */
export const factsIn = (facts: readonly StoredFact[]): Fact[] =>
  facts.map(({ label, before, after }) => ({
    label: typeof label === 'string' ? typedText(label) : label,
    before: typeof before === 'string' ? typedText(before) : before,
    after: typeof after === 'string' ? typedText(after) : after,
  }))
