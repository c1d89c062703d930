import { h } from './dom.ts'

/** Table of short texts; the first of each row is its header. */
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
