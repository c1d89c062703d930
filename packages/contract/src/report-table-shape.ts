import type { Permission } from './permissions.ts'
import type { ListedFigure } from './report-figures.ts'

/**
 * Content of a column: `id` leads to its screen, `operator` to the operator's shift; `code` has its words in `values`; `decimal` is an amount whose
 * currency stands in another column.
 */
export type CellKind =
  | 'text'
  | 'code'
  | 'id'
  | 'operator'
  | 'day'
  | 'hour'
  | 'instant'
  | 'count'
  | 'seconds'
  | 'money'
  | 'decimal'

export interface TableColumn {
  name: string
  kind: CellKind
  /** Its definition, where the name does not say it. */
  definition?: string
  values?: Readonly<Record<string, string>>
  /** The figure whose entries of the ledger the amount is the sum of, those of the row’s hour. */
  entries?: ListedFigure
}

export interface TableFigure {
  unit: 'money' | 'count' | 'seconds'
  name: string
  definition: string
  entries?: ListedFigure
}

/** A report that is made of figures, each beside the one of the period before, and of tables. */
export interface TableReport {
  title: string
  /** Text of the link to it. */
  link: string
  lead: string
  needs: readonly Permission[]
  figures: Readonly<Record<string, TableFigure>>
  tables: Readonly<
    Record<
      string,
      {
        name: string
        /** It has its first `rowsShown` rows, however many there are. */
        isCut?: true
        columns: Readonly<Record<string, TableColumn>>
      }
    >
  >
}

/** Rows of a table that lists players or payments. */
export const rowsShown = 100
