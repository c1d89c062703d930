import { h, setText } from './dom.ts'
import type { Memory } from './keep.ts'
import type { Panel } from './panel.ts'
import type { Words } from './words.ts'

/** On a phone the second bet is behind a button; the style sheet shows the button and hides the bet there alone. */
export function openSecondBet(root: HTMLElement, parts: { words: Words; memory: Memory; panel: Panel }) {
  const { words, memory, panel } = parts
  let isAsked = memory.get('second-bet') === 'on'
  const button = h('button', { type: 'button', class: 'second-bet', onclick: turn })
  root.append(button)

  /** A bet that stands, waits or is on its way is never hidden. */
  const isShown = (): boolean => isAsked || panel.isInPlay()

  function turn(): void {
    if (isShown() && panel.isInPlay()) return
    isAsked = !isAsked
    memory.set('second-bet', isAsked ? 'on' : 'off')
    render()
  }

  function render(): void {
    root.classList.toggle('is-single', !isShown())
    button.disabled = panel.isInPlay()
    button.setAttribute('aria-expanded', String(isShown()))
    setText(button, `${isShown() ? '−' : '+'} ${words.panel(2)}`)
  }

  render()
  return {
    render,
    /** Presses the second bet; where it is hidden, shows it instead. */
    press(): void {
      if (button.offsetParent !== null && !isShown()) turn()
      else panel.press()
    },
  }
}
