import { h } from './dom.ts'
import { hundredths, readMultiplier } from './hundredths.ts'
import type { Memory } from './memory.ts'
import type { Words } from './words.ts'

/** Field for the multiplier of the automatic cash-out; null is none. */
export interface AutoField {
  element: HTMLElement
  value(): number | null
  readTyped(): void
  lock(isLocked: boolean): void
}

export function openAutoField(words: Words, index: 0 | 1, memory: Memory): AutoField {
  const key = `auto-${index}`
  let auto = readMultiplier(memory.get(key) ?? '')
  const input = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': words.inPanel(words.auto, index + 1),
    placeholder: '–',
    title: words.autoRange,
    onchange: readTyped,
  })
  input.value = textOf(auto)

  function readTyped(): void {
    auto = readMultiplier(input.value)
    input.value = textOf(auto)
    memory.set(key, input.value)
  }

  return {
    element: h('label', { class: 'auto' }, h('span', {}, words.auto), input, h('span', { class: 'times' }, '×')),
    value: () => auto,
    readTyped,
    lock(isLocked) {
      input.disabled = isLocked
    },
  }
}

const textOf = (auto: number | null): string => (auto === null ? '' : hundredths(auto))
