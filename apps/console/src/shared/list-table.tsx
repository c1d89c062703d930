import { useId, useRef, useState, type CSSProperties, type ComponentProps } from 'react'
import { buttonClass } from '@dhow/ui/button'
import { CheckField } from '@dhow/ui/field'
import { Table, type Column } from '@dhow/ui/table'
import { placeBeside } from './definition.tsx'
import { fill } from './format.ts'
import styles from './list-table.module.css'
import { en } from './words/en.ts'

/** Table of a list with columns to choose, all but the first; the browser remembers the choice by `name`. */
export function ListTable({ name, columns, ...table }: { name: string } & ComponentProps<typeof Table>) {
  const [hidden, hide] = useHiddenColumns(name)
  const [, ...others] = columns
  const isHidden = ({ key }: Column) => hidden.includes(key) && others.some((column) => column.key === key)
  return (
    <div className={styles['list']}>
      {others.length > 1 ? <ColumnChoice columns={others} hidden={others.filter(isHidden)} hide={hide} /> : null}
      <Table {...table} columns={columns.filter((column) => !isHidden(column))} />
    </div>
  )
}

function ColumnChoice({
  columns,
  hidden,
  hide,
}: {
  columns: readonly Column[]
  hidden: readonly Column[]
  hide: (keys: readonly string[]) => void
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<CSSProperties>()
  const keys = hidden.map(({ key }) => key)
  return (
    <div className={styles['tools']}>
      <button ref={button} type="button" className={buttonClass('plain', { small: true })} popoverTarget={id}>
        {keys.length === 0 ? en.console.columns : fill(en.console.columnsHidden, { count: keys.length })}
      </button>
      <fieldset
        id={id}
        popover="auto"
        className={styles['choice']}
        style={place}
        onBeforeToggle={() => setPlace(button.current ? placeBeside(button.current) : undefined)}
      >
        <legend>{en.console.columnsShown}</legend>
        {columns.map(({ key, label }) => (
          <CheckField
            key={key}
            checked={!keys.includes(key)}
            onChange={({ target }) => hide(target.checked ? keys.filter((other) => other !== key) : [...keys, key])}
          >
            {label}
          </CheckField>
        ))}
      </fieldset>
    </div>
  )
}

/** Keys of the hidden columns of a table, stored in the browser. */
function useHiddenColumns(name: string): [readonly string[], (keys: readonly string[]) => void] {
  const item = `dhow_console_hidden_columns_${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    try {
      return localStorage.getItem(item)?.split(' ') ?? []
    } catch {
      return []
    }
  })
  return [
    hidden,
    (keys) => {
      setHidden(keys)
      try {
        localStorage.setItem(item, keys.join(' '))
      } catch {
        // Without storage the choice lasts until a reload.
      }
    },
  ]
}
