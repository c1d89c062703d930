import writeExcelFile, { type Cell, type Row } from 'write-excel-file/node'

/**
 * Sheets and cells of workbooks (Office Open XML). Numbers stay numbers, with money in major units; texts stay texts,
 * even if they begin like a formula.
 */

type Sheet = ReturnType<typeof sheet>

/** A workbook as bytes. */
export const writeWorkbook = (sheets: Sheet[]): Promise<Buffer> => writeExcelFile(sheets).toBuffer()

/** A sheet with a frozen first row. */
export const sheet = (name: string, data: Row[]) => ({
  sheet: name,
  data,
  stickyRowsCount: 1,
  columns: (data[0] ?? []).map((_, index) => ({
    width: index === 0 ? 18 : name === 'Definitions' && index === 2 ? 100 : 16,
  })),
})

export const head = (names: string[]): Row => names.map(bold)
export const bold = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' })
export const text = (value: string): Cell => ({ value, type: String })
export const money = (value: string | undefined): Cell => numberOf(value, '#,##0.00')
export const count = (value: string | undefined): Cell => numberOf(value, '#,##0')
const numberOf = (value: string | undefined, format: string): Cell =>
  value === undefined ? null : { value: Number(value), type: Number, format }
