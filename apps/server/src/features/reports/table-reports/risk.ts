import type { RiskReportCode } from '@dhow/contract/report-rules'
import type { ReportParts } from '../parts.ts'
import { readMarkers } from './harm.ts'
import { readSigns } from './laundering.ts'
import type { Flagged, Rules } from './player-rules.ts'
import type { Scope } from './reading.ts'

type ReadFlagged = (parts: ReportParts, scope: Scope, tried?: Rules) => Promise<{ flagged: readonly Flagged[] }>
const readings: Record<RiskReportCode, ReadFlagged> = { harm: readMarkers, laundering: readSigns }

/** Players of a risk report, most points first, by the current or by other rules. */
export const readFlagged = async (
  parts: ReportParts,
  report: RiskReportCode,
  scope: Scope,
  tried?: Rules,
): Promise<readonly Flagged[]> => (await readings[report](parts, scope, tried)).flagged
