import type { Permission } from './permissions.ts'
import type { ListedFigure } from './report-figures.ts'

/**
 * Content of a column: `id` links to its screen, `operator` to the operator's shift; `code` has its label in `values`, `codes` has several codes
 * separated by spaces; `decimal` is an amount with its currency in another column.
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
  /** Definition, if the name is not enough. */
  definition?: string
  values?: Readonly<Record<string, string>>
  /** Figure whose ledger entries, in the row’s hour, add up to the amount. */
  entries?: ListedFigure
}

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

/** Label of a cell's code or codes; the cell itself if there is none. */
export const codesText = ({ kind, values }: Pick<TableColumn, 'kind' | 'values'>, value: string): string =>
  (kind === 'codes' ? value.split(' ') : [value]).map((code) => values?.[code] ?? code).join('; ')
