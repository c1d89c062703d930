import type { OwnBet } from '../../src/crash/messages.ts'
import { hundredths } from './hundredths.ts'
import type { GameState } from './state.ts'
import type { Words } from './words.ts'

/** A command of one panel. */
export type CommandKind = 'bet' | 'cash_out' | 'cancel_bet'

/** Inputs of a panel's button and status line. */
export interface PanelState {
  state: GameState
  own: OwnBet | undefined
  sent: CommandKind | null
  isQueued: boolean
  /** Betting has closed, and the flight has not started. */
  isBoarding: boolean
  canBet: boolean
  /** The stake in the field, as text. */
  stake: string
  note: string
  words: Words
  money(minor: number | bigint): string
}

/** Look of a panel: style, label and detail of the large button, and the status line. */
export interface PanelLook {
  style: string
  label: string
  detail: string
  isBusy: boolean
  status: string
}

export const isCurrent = ({ state, own }: Pick<PanelState, 'state' | 'own'>): boolean =>
  own !== undefined && own.no === state.round?.no

/** Look of a panel for the state of its bet and round. */
export function lookOf(panel: PanelState): PanelLook {
  const { own, words, note, canBet, stake } = panel
  const idle: PanelLook = {
    style: 'idle',
    label: canBet ? words.bet(stake) : words.betNext,
    detail: canBet ? '' : stake,
    isBusy: false,
    status: note,
  }
  if (panel.isQueued) Object.assign(idle, { style: 'queued', label: words.queued, detail: words.queuedHint })
  if (panel.sent === 'bet' && !own) Object.assign(idle, busy(words.placing))
  return own ? { ...idle, ...lookOfBet(panel, own) } : idle
}

const busy = (label: string, detail = ''): Partial<PanelLook> => ({ style: 'busy', label, detail, isBusy: true })

function lookOfBet(panel: PanelState, own: OwnBet): Partial<PanelLook> {
  const { state, words, note, money } = panel
  const at = (value: number | null): string => `${hundredths(value ?? 0)}×`
  const why = words.rolledBack[own.code ?? ''] ?? ''
  const isOfRound = isCurrent(panel)
  switch (own.state) {
    case 'intent':
      return isOfRound ? busy(words.placing, money(own.stake)) : {}
    case 'accepted':
      return isOfRound ? lookOfAccepted(panel) : {}
    case 'cashed':
      return { status: words.paying(money(own.payout), at(own.at)) }
    case 'paid':
      return isOfRound ? { status: words.paid(money(own.payout), at(own.at)) } : {}
    case 'lost':
    case 'closed':
      return isOfRound ? { status: note || words.lost(money(own.stake), at(state.round?.crash ?? null)) } : {}
    case 'rolling':
      return { status: words.returning(why) }
    case 'rolled_back':
      return isOfRound ? { status: words.returned(why) } : {}
    case 'refused':
      return isOfRound ? { status: words.refused[own.code ?? ''] ?? words.refusedOtherwise } : {}
    case 'stuck':
      return { status: words.stuck }
    // Only on live tables.
    case 'won':
      return {}
  }
}

function lookOfAccepted({ state, sent, isBoarding, words }: PanelState): Partial<PanelLook> {
  if (sent === 'cancel_bet') return busy(words.cancelling)
  const phase = state.round?.phase
  if (phase === 'betting')
    return {
      style: 'placed',
      label: words.placed,
      detail: isBoarding ? words.aboard : words.placedHint,
      isBusy: isBoarding,
    }
  if (phase !== 'flight') return busy(words.aboard)
  return sent === 'cash_out' ? busy(words.cashingOut) : { style: 'flying', label: words.cashOut, detail: '' }
}

/** Text about the end of an earlier round's bet. */
export function endingOf(bet: OwnBet, { state, words, money }: Pick<PanelState, 'state' | 'words' | 'money'>): string {
  if (bet.state === 'rolled_back') return words.returned(words.rolledBack[bet.code ?? ''] ?? '')
  if (bet.state === 'paid') return words.paid(money(bet.payout), `${hundredths(bet.at ?? 0)}×`)
  const crash = state.last.find(([no]) => no === bet.no)?.[1]
  if (bet.state === 'refused') return words.refused[bet.code ?? ''] ?? words.refusedOtherwise
  return crash === undefined ? '' : words.lost(money(bet.stake), `${hundredths(crash)}×`)
}

/** Effect of a press of the large button. */
export type Press = { kind: 'cash_out' | 'cancel_bet'; bet: string } | { kind: 'bet' | 'queue' | 'unqueue' | 'none' }

export function getButtonAction({
  state,
  own,
  isQueued,
  canBet,
}: Pick<PanelState, 'state' | 'own' | 'isQueued' | 'canBet'>): Press {
  if (own?.state === 'accepted' && isCurrent({ state, own })) {
    if (state.round?.phase === 'flight') return { kind: 'cash_out', bet: own.id }
    return state.round?.phase === 'betting' ? { kind: 'cancel_bet', bet: own.id } : { kind: 'none' }
  }
  if (isQueued) return { kind: 'unqueue' }
  const isTaken = own !== undefined && isCurrent({ state, own }) && !freesPanel.has(own.state)
  return { kind: canBet && !isTaken ? 'bet' : 'queue' }
}

/** States of a bet that let the panel place another one in the same round. */
const freesPanel = new Set<OwnBet['state']>(['refused', 'rolled_back', 'rolling'])

export const isEnded = ({ state }: OwnBet): boolean =>
  state === 'paid' || state === 'closed' || state === 'lost' || state === 'refused' || state === 'rolled_back'
