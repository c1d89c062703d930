/** Chips on a field, in minor units. */
export type FieldStake = [field: number, minor: number]

/**
 * The player's bet slip: chips on fields that are not placed, stakes being sent, and those of the previous round for a repeat. Nothing counts until
 * the table has confirmed it.
 */
export function openSlip() {
  /** In the order of placing. */
  let waiting: FieldStake[] = []
  let before: FieldStake[] = []
  const sent = new Map<string, { no: number; bets: FieldStake[] | null }>()

  return {
    waiting: (): readonly FieldStake[] => waiting,
    waitingSum: (): number => waiting.reduce((sum, [, minor]) => sum + minor, 0),
    hasBefore: (): boolean => before.length > 0,
    isBusy: (): boolean => sent.size > 0,
    /** Sum on a field, without confirmed stakes. */
    on(field: number): number {
      const underWay = [...sent.values()].flatMap((command) => command.bets ?? [])
      return [...waiting, ...underWay].reduce((sum, [at, minor]) => sum + (at === field ? minor : 0), 0)
    },
    put: (field: number, minor: number): void => void waiting.push([field, minor]),
    undo: (): void => void waiting.pop(),
    clear(): void {
      waiting = []
    },
    remember(lying: FieldStake[]): void {
      before = lying
    },
    /** Repeats the previous round's stakes that `fits` allows. */
    again(fits: (field: number, minor: number) => boolean): void {
      for (const [field, minor] of before) if (fits(field, minor)) waiting.push([field, minor])
    },
    /** Doubles the chips, or without any adds twice the previous round's stakes, as far as `fits` allows. */
    double(fits: (field: number, minor: number) => boolean): void {
      const added: readonly FieldStake[] = waiting.length > 0 ? waiting : [...before, ...before]
      for (const [field, minor] of [...added]) if (fits(field, minor)) waiting.push([field, minor])
    },
    /** Collects the chips of the fields, one sum a field, to be sent as command `id` of round `no`. */
    send(id: string, no: number): FieldStake[] {
      const sums = new Map<number, number>()
      for (const [field, minor] of waiting) sums.set(field, (sums.get(field) ?? 0) + minor)
      const bets = [...sums]
      waiting = []
      sent.set(id, { no, bets })
      return bets
    },
    cancel: (id: string, no: number): void => void sent.set(id, { no, bets: null }),
    /** Handles the answer to a command. Refused chips stay on their fields while betting is open. */
    answered(id: string, code: string): 'known' | 'unknown' {
      const command = sent.get(id)
      sent.delete(id)
      if (command?.bets && code !== 'ok' && code !== 'betting_closed') waiting = [...command.bets, ...waiting]
      return command ? 'known' : 'unknown'
    },
    /** Stakes on each field in round `no`, including those being sent until the table has answered. */
    lying(no: number, placed: ReadonlyMap<number, number>): Map<number, number> {
      const lying = new Map<number, number>()
      const add = ([field, minor]: FieldStake): void => void lying.set(field, (lying.get(field) ?? 0) + minor)
      waiting.forEach(add)
      for (const command of sent.values())
        if (command.no === no) command.bets?.filter(([field]) => !placed.has(field)).forEach(add)
      return lying
    },
  }
}
