import type { Permission } from './permissions.ts'
import type { ListedFigure } from './report-figures.ts'

/**
 * Content of a column: `id` leads to its screen, `operator` to the operator's shift; `code` has its words in `values`, `codes` those of several
 * codes with spaces between; `money` is an amount of the market's currency, `decimal` one whose currency stands in the column `currency`, and `measure`
 * an amount, a number or a share: the code of its row says which.
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
  /** The outcome of a review, whose time and author stand in the columns `reviewed_at` and `reviewed_by`. */
  isReview?: true
  /** Of a `measure`: the column whose code says the unit, and the unit of each code. */
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
  /** Its players are reviewed one by one: operators note each review, and the list can be that of those who wait for one. */
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

/** Words of a cell: those of its code, or of its codes one behind the other; the cell itself where it has none. */
export const codesText = ({ kind, values }: Pick<TableColumn, 'kind' | 'values'>, value: string): string =>
  (kind === 'codes' ? value.split(' ') : [value]).map((code) => values?.[code] ?? code).join('; ')
