import { h } from './dom.ts'

/** Rows of short texts; the first of each row is its head. */
export const rulesTable = (rows: string[][], head?: string[]): HTMLElement =>
  h(
    'div',
    { class: 'rules-scroll', tabindex: 0 },
    h(
      'table',
      {},
      head ? h('thead', {}, h('tr', {}, ...head.map((text) => h('th', { scope: 'col' }, text)))) : null,
      h(
        'tbody',
        {},
        ...rows.map(([first = '', ...rest]) =>
          h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((text) => h('td', {}, text))),
        ),
      ),
    ),
  )
