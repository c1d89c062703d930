import type { Permission } from './permissions.ts'
import type { ListedFigure } from './report-figures.ts'

/**
 * Content of a column: `id` leads to its screen, `operator` to the operator's shift; `code` has its words in `values`, `codes` those of several
 * codes with spaces between; `decimal` is an amount whose
 * currency stands in another column.
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
        /** It is read page by page, `rowsShown` rows each. */
        isCut?: true
        columns: Readonly<Record<string, TableColumn>>
      }
    >
  >
}

/** Rows of a page of a table that lists players or payments. */
export const rowsShown = 100

/** Words of a cell: those of its code, or of its codes one behind the other; the cell itself where it has none. */
export const codesText = ({ kind, values }: Pick<TableColumn, 'kind' | 'values'>, value: string): string =>
  (kind === 'codes' ? value.split(' ') : [value]).map((code) => values?.[code] ?? code).join('; ')
