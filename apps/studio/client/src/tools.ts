import { h } from './dom.ts'

export interface Tool {
  label: string
  open(): void
}

/**
 * The tools of a game beside its last rounds: sound, and dialogs by their names. On a phone the dialogs stand in a menu, so that the row has
 * room for the rounds.
 */
export function showTools(root: HTMLElement, sound: HTMLElement, menuLabel: string, tools: readonly Tool[]): void {
  const buttons = (opened: () => void) =>
    tools.map(({ label, open }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          onclick: () => {
            opened()
            open()
          },
        },
        label,
      ),
    )
  const list = h('div', { class: 'tool-list' })
  const menu = h('details', { class: 'tool-menu' }, h('summary', { class: 'tool', 'aria-label': menuLabel }, '⋯'), list)
  const close = () => menu.removeAttribute('open')
  list.append(...buttons(close))
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && menu.contains(target))) close()
  })
  root.append(sound, h('div', { class: 'tool-row' }, ...buttons(() => {})), menu)
}
