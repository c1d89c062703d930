import type { Permission } from './permissions.ts'
import type { ListedFigure } from './report-figures.ts'

/**
 * Content of a column: `id` links to its screen, `operator` to the operator's shift; `code` has its label in `values`, `codes` has several codes
 * separated by spaces; `money` is an amount in the market's currency, `decimal` one with its currency in the column `currency`, and `measure` an
 * amount, a number or a share, depending on the row's code.
 */
export type CellKind =
  | 'text'
  | 'code'
  | 'codes'
  | 'id'
  | 'operator'
  | 'day'
  | 'hour'
  | 'instant'
  | 'count'
  | 'seconds'
  | 'money'
  | 'decimal'
  | 'measure'

/** An amount of the market's currency, a number, or hundredths. */
export type Unit = 'money' | 'count' | 'percent'

export interface TableColumn {
  name: string
  kind: CellKind
  /** Definition, if the name is not enough. */
  definition?: string
  values?: Readonly<Record<string, string>>
  /** Figure whose ledger entries, in the row’s hour, add up to the amount. */
  entries?: ListedFigure
  /** Outcome of a review; time and author are in the columns `reviewed_at` and `reviewed_by`, the next one's author in `assigned`. */
  isReview?: true
  /** For a `measure`: the column whose code determines the unit, and the unit of each code. */
  unitBy?: string
  units?: Readonly<Record<string, Unit>>
}

/** The unit of a `measure` in its row. */
export const unitIn = ({ unitBy = '', units }: TableColumn, row: Readonly<Record<string, string | null>>): Unit =>
  units?.[row[unitBy] ?? ''] ?? 'count'

export interface TableFigure {
  unit: 'money' | 'count' | 'seconds'
  name: string
  definition: string
  entries?: ListedFigure
}

/** A report made of figures, compared with the previous period, and tables. */
export interface TableReport {
  title: string
  /** Text of its link. */
  link: string
  lead: string
  needs: readonly Permission[]
  /** Set if its players are reviewed by operators, and the list can be filtered by review. */
  hasReviews?: true
  figures: Readonly<Record<string, TableFigure>>
  tables: Readonly<
    Record<
      string,
      {
        name: string
        /** The table is paged, with `rowsShown` rows each. */
        isCut?: true
        columns: Readonly<Record<string, TableColumn>>
      }
    >
  >
}

/** Rows of one page of a paged table. */
export const rowsShown = 100

/** Rows that a file of a report has of one table at most. A long file has all of them. */
export const rowsInFile = 20_000

/** Label of a cell's code or codes; the cell itself if there is none. */
export const codesText = ({ kind, values }: Pick<TableColumn, 'kind' | 'values'>, value: string): string =>
  (kind === 'codes' ? value.split(' ') : [value]).map((code) => values?.[code] ?? code).join('; ')
