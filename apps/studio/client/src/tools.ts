import { h } from './dom.ts'
import { offerTools } from './offer-tools.ts'
import type { SoundSwitch } from './sound.ts'

export interface Tool {
  label: string
  open(): void
}

/**
 * Tools of a game beside its last rounds: sound and dialogs. On a phone the dialogs are in a menu, to leave room for the rounds; hidden if the portal
 * shows the tools in its own bar.
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
  offerTools(root, sound, tools)
}
