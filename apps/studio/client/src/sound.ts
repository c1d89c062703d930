import { h, setClass } from './dom.ts'
import { speaker } from './icons.ts'
import type { Sound } from './synth.ts'

/** Sound switch, off by default, and a function to play a sound. */
export interface SoundSwitch {
  element: HTMLElement
  isOn(): boolean
  turn(on: boolean): void
  /** Calls back after each change. */
  onChange(use: () => void): void
  play(sound: Sound): void
}

export interface SoundParts {
  label: string
  /** Storage key of the switch, shared by all games. */
  key: string
  memory: { get(key: string): string | null; set(key: string, value: string): void }
}

export function openSound({ label, key, memory }: SoundParts): SoundSwitch {
  let isOn = memory.get(key) === 'on'
  let synth: ((sound: Sound) => void) | null = null
  let turned = (): void => undefined
  const onclick = (): void => turn(!isOn)
  const element = h('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick })
  element.append(speaker())

  /** Loads the synthesiser once sound is switched on. */
  async function open(): Promise<void> {
    synth ??= (await import('./synth.ts')).openSynth()
  }
  function turn(on: boolean): void {
    isOn = on
    memory.set(key, isOn ? 'on' : 'off')
    draw()
    turned()
    if (isOn) void open().then(() => synth?.('step'))
  }
  function draw(): void {
    element.setAttribute('aria-pressed', String(isOn))
    setClass(element, `tool tool-sound ${isOn ? 'is-on' : ''}`)
  }
  draw()
  // Sound left on starts at the first tap, because browsers block audio before.
  const first = (): void => void (isOn && open())
  addEventListener('pointerdown', first, { once: true })
  addEventListener('keydown', first, { once: true })
  return {
    element,
    isOn: () => isOn,
    turn,
    onChange(use) {
      turned = use
    },
    play(sound) {
      if (isOn && !document.hidden) synth?.(sound)
    },
  }
}
