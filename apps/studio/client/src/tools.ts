import { h } from './dom.ts'
import { lendTools } from './lend-tools.ts'
import type { SoundSwitch } from './sound.ts'

export interface Tool {
  label: string
  open(): void
}

/**
 * The tools of a game beside its last rounds: sound, and dialogs by their names. On a phone the dialogs stand in a menu, so that the row has
 * room for the rounds; a portal that shows all of them in a row of its own has them hidden here.
 */
export function showTools(root: HTMLElement, sound: SoundSwitch, menuLabel: string, tools: readonly Tool[]): void {
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
  root.append(sound.element, h('div', { class: 'tool-row' }, ...buttons(() => {})), menu)
  lendTools(root, sound, tools)
}
