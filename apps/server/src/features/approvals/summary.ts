import { typedText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Fact, StoredFact } from './tables.ts'

interface Stored {
  summary: string
  summary_code: string
  summary_params: Record<string, string>
}

/** The change of a row in one sentence. A server of version 0.1.0 writes the sentence itself. */
export const summaryOf = ({ summary, summary_code: code, summary_params: params }: Stored): OperatorText =>
  summary === '' ? { code, params } : typedText(summary)

/** The values of a row, which a server of version 0.1.0 writes as sentences. */
export const factsIn = (facts: readonly StoredFact[]): Fact[] =>
  facts.map(({ label, before, after }) => ({
    label: typeof label === 'string' ? typedText(label) : label,
    before: typeof before === 'string' ? typedText(before) : before,
    after: typeof after === 'string' ? typedText(after) : after,
  }))
