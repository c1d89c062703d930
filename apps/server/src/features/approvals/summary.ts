import { typedText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Fact } from './tables.ts'

interface Stored {
  summary: string
  summary_code: string
  summary_params: Record<string, string>
}

/** The change of a row in one sentence. A server of version 0.1.0 writes the sentence itself. */
export const summaryOf = ({ summary, summary_code: code, summary_params: params }: Stored): OperatorText =>
  summary === '' ? { code, params } : typedText(summary)

type StoredFact = { [Key in keyof Fact]: Fact[Key] | string }

/** The values of a row, which a server of version 0.1.0 writes as sentences. */
export const factsIn = (facts: unknown): Fact[] =>
  // The column holds what `propose` wrote, of this version or the one before.
  (facts as StoredFact[]).map(({ label, before, after }) => ({
    label: typeof label === 'string' ? typedText(label) : label,
    before: typeof before === 'string' ? typedText(before) : before,
    after: typeof after === 'string' ? typedText(after) : after,
  }))
