import { h, setText } from './dom.ts'
import type { Memory } from './memory.ts'
import type { Panel } from './panel.ts'
import type { Words } from './words.ts'

/** On a phone the second bet opens with a button, by the style sheet. */
export function openSecondBet(root: HTMLElement, parts: { words: Words; memory: Memory; panel: Panel }) {
  const { words, memory, panel } = parts
  let isAsked = memory.get('second-bet') === 'on'
  const button = h('button', { type: 'button', class: 'second-bet', onclick: turn })
  root.append(button)

  /** A bet in play, queued or being sent is never hidden. */
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
    /** Presses the second bet's button, or shows the bet if hidden. */
    press(): void {
      if (button.offsetParent !== null && !isShown()) turn()
      else panel.press()
    },
  }
}
