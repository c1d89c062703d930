import { h } from './dom.ts'

/** A button of the row above a game. */
export const toolButton = (label: string, pressed: () => void): HTMLElement =>
  h('button', { type: 'button', class: 'tool', onclick: pressed }, label)
