import { fieldsOf } from '@dhow/contract/records'
import { minePlaces } from '@dhow/fairness/games'
import { fairMultiplier, isWhole, largestMultiplier, one, type Game } from '../rules.ts'

/** Mines: twenty-five shells, some with a mine. Each safe one raises the multiplier; the player may stop after any. */
export interface MinesOptions {
  mines: number
}

export interface MinesAction {
  place: number
}

export interface MinesView {
  /** Opened shells in order. */
  opened: number[]
  /** Positions of the mines, once the round is over. */
  mines: number[] | null
  /** The mine that was hit. */
  hit: number | null
  /** Multiplier after the next safe shell; 0 if there is none. */
  next: number
}

const places = 25

/** 0.99 divided by the probability of opening `opened` shells without a mine. */
export function minesMultiplier(mines: number, opened: number): number {
  if (opened === 0) return one
  let chances = 1n
  let wins = 1n
  for (let step = 0; step < opened; step++) {
    chances *= BigInt(places - step)
    wins *= BigInt(places - mines - step)
  }
  return fairMultiplier(chances, wins)
}

/** Multiplier after the next safe shell; 0 if there is none, or above the largest multiplier. */
export const minesNext = (mines: number, opened: number): number => {
  if (opened >= places - mines) return 0
  const next = minesMultiplier(mines, opened + 1)
  return next > largestMultiplier ? 0 : next
}

export const mines: Game<MinesOptions, MinesAction, MinesView> = {
  slug: 'mines',
  name: 'Pearl Diver',
  categories: ['turbo', 'top'],
  volatility: 'medium',
  rtp: '99.00',
  hasAutoplay: false,
  readOptions(value) {
    const { mines: count } = fieldsOf(value)
    return isWhole(count, 1, places - 1) ? { mines: count } : undefined
  },
  readAction(value) {
    const { place } = fieldsOf(value)
    return isWhole(place, 0, places - 1) ? { place } : undefined
  },
  play(seeds, options, actions, isCashedOut) {
    const hidden = minePlaces(seeds, options.mines)
    const opened: number[] = []
    let hit: number | null = null
    for (const { place } of actions) {
      if (hit !== null || opened.includes(place) || minesNext(options.mines, opened.length) === 0) return undefined
      if (hidden.includes(place)) hit = place
      else opened.push(place)
    }
    const next = hit === null ? minesNext(options.mines, opened.length) : 0
    const isOver = hit !== null || isCashedOut || next === 0
    return {
      multiplier: hit === null ? minesMultiplier(options.mines, opened.length) : 0,
      isOver,
      canCashOut: !isOver && opened.length > 0,
      view: { opened, mines: isOver ? hidden : null, hit, next },
    }
  },
}
