import { fieldsOf } from '@dhow/contract/records'
import { h } from '../dom.ts'
import { endOfMessage, runRounds, type AutoEnd, type AutoPlan, type AutoRun, type AutoRunParts } from './auto-run.ts'
import type { PanelLook } from './panel.ts'
import type { Words } from './words.ts'

export interface AutoplayParts {
  /** The panel's options, next to the button. */
  controls: HTMLElement
  dialog: HTMLDialogElement
  words: Words
  money(minor: number): string
  balance(): number | null
  /** The bet as set now. */
  wanted(): { stake: number; options: object }
  /** Places a bet and shows its round, as `play` of `runRounds`. */
  bet(wanted: object): ReturnType<AutoRunParts['play']>
  changed(): void
  /** Called at the end of a run with a text, the reason and the net result, which may differ from the last round's. */
  ended(text: string, why: AutoEnd, net: number): void
}

/** Autoplay: a button with a dialog, if the market allows it; while running, the large button is Stop. */
export function openAutoplay(parts: AutoplayParts) {
  const { controls, dialog, words, money, balance, wanted, bet, changed, ended } = parts
  const texts = words.autoplay
  let roundMs: number | null = null
  let run: AutoRun | null = null
  const button = h(
    'button',
    { type: 'button', class: 'quiet-button', hidden: true, onclick: () => void ask() },
    texts.button,
  )
  controls.append(button)

  const isRunning = (): boolean => run !== null && !run.isOver
  const stop = (why: AutoEnd): void => run?.stop(why)

  async function ask(): Promise<void> {
    const { openAutoplayDialog } = await import('./autoplay-dialog.ts')
    const balanceMinor = balance()
    if (roundMs === null || isRunning() || balanceMinor === null) return
    openAutoplayDialog(dialog, words, { stake: wanted().stake, balance: balanceMinor, roundMs, money, start })
  }

  function start(plan: AutoPlan): void {
    if (roundMs === null || isRunning()) return
    // Fixed for the whole run.
    const each = { ...wanted(), stake: plan.stake, automatic: true }
    const begun = runRounds(plan, {
      roundMs,
      nowMs: () => performance.now(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      play: () => bet(each),
      changed() {
        const { end, played, net, isOver } = begun
        if (isOver && end) ended(`${texts.ends[end]} ${texts.result(played, signed(net, money))}`, end, net)
        changed()
      },
    })
    run = begun
    changed()
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') stop('hidden')
  })
  // Sent by the portal before a reminder and after the session's end; it can only stop autoplay.
  addEventListener('message', ({ data, source }) => {
    const { type, why } = fieldsOf(data)
    if (source === parent && type === 'dhow:stop-autoplay') stop(endOfMessage(why))
  })

  return {
    isRunning,
    stop,
    /** Sets the shortest time between rounds, or null if autoplay is not offered. */
    offer(ms: number | null): void {
      roundMs = ms
      button.hidden = ms === null
    },
    /** The panel's look: Stop instead of the bet while a run is active. */
    lookOf(look: PanelLook): PanelLook {
      // No autoplay with free rounds.
      button.hidden = roundMs === null || look.isFree
      button.disabled = isRunning() || look.isDisabled || look.isFixed
      if (!run || run.isOver) return look
      return {
        ...look,
        kind: 'running',
        label: run.end === null ? texts.stop : texts.stopping,
        detail: texts.progress(run.played, run.plan.rounds, signed(run.net, money)),
        isDisabled: run.end !== null,
        isFixed: true,
      }
    },
  }
}

const signed = (minor: number, money: (minor: number) => string): string =>
  `${minor < 0 ? '−' : minor > 0 ? '+' : ''}${money(Math.abs(minor))}`
