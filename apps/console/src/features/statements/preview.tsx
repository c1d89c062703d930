import { useEffect, useState } from 'react'
import { Table } from '@dhow/ui/table'
import { en } from '../../shared/words/en.ts'

const bytes = 4_000
const rowsShown = 4

/** First rows of a CSV with column numbers, to find the mapping. A rough parse; the server does the real one. */
export function Preview({ file, delimiter }: { file: File; delimiter: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let isShown = true
    void file
      .slice(0, bytes)
      .text()
      .then((start) => isShown && setText(start))
    return () => {
      isShown = false
    }
  }, [file])
  const rows = text
    .split(/\r?\n/)
    .slice(0, rowsShown)
    .map((row) => row.split(delimiter).slice(0, 12))
  const width = Math.max(...rows.map((row) => row.length))
  if (text === '') return null
  const columns = Array.from({ length: width }, (_, index) => ({ key: String(index), label: String(index + 1) }))
  return (
    <Table
      label={en.statements.preview}
      columns={columns}
      rows={rows.map((row, index) => ({
        key: String(index),
        cells: Object.fromEntries(row.map((cell, column) => [String(column), cell.slice(0, 60)])),
      }))}
    />
  )
}
