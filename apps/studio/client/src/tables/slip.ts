/** Chips on a field, in minor units. */
export type Lying = [field: number, minor: number]

/**
 * The player's bet slip: chips that lie on fields but are not placed, stakes on their way to the table, and those of the round before for
 * the same again. Nothing of it counts until the table has confirmed it.
 */
export function openSlip() {
  /** In the order they were put down. */
  let waiting: Lying[] = []
  let before: Lying[] = []
  const sent = new Map<string, { no: number; bets: Lying[] | null }>()

  return {
    waiting: (): readonly Lying[] => waiting,
    waitingSum: (): number => waiting.reduce((sum, [, minor]) => sum + minor, 0),
    hasBefore: (): boolean => before.length > 0,
    isBusy: (): boolean => sent.size > 0,
    /** On a field, without what the table knows of. */
    on(field: number): number {
      const underWay = [...sent.values()].flatMap((command) => command.bets ?? [])
      return [...waiting, ...underWay].reduce((sum, [at, minor]) => sum + (at === field ? minor : 0), 0)
    },
    put: (field: number, minor: number): void => void waiting.push([field, minor]),
    undo: (): void => void waiting.pop(),
    clear(): void {
      waiting = []
    },
    remember(lying: Lying[]): void {
      before = lying
    },
    /** The same as in the round before, as far as `fits` lets it. */
    again(fits: (field: number, minor: number) => boolean): void {
      for (const [field, minor] of before) if (fits(field, minor)) waiting.push([field, minor])
    },
    /** Doubles the chips that lie there, or else puts down twice those of the round before, as far as `fits` lets it. */
    double(fits: (field: number, minor: number) => boolean): void {
      const added: readonly Lying[] = waiting.length > 0 ? waiting : [...before, ...before]
      for (const [field, minor] of [...added]) if (fits(field, minor)) waiting.push([field, minor])
    },
    /** Collects the chips of the fields, one sum a field, to be sent as command `id` of round `no`. */
    send(id: string, no: number): Lying[] {
      const sums = new Map<number, number>()
      for (const [field, minor] of waiting) sums.set(field, (sums.get(field) ?? 0) + minor)
      const bets = [...sums]
      waiting = []
      sent.set(id, { no, bets })
      return bets
    },
    cancel: (id: string, no: number): void => void sent.set(id, { no, bets: null }),
    /** The answer to a command. Chips that were not accepted stay on their fields as long as betting is open. */
    answered(id: string, code: string): 'known' | 'unknown' {
      const command = sent.get(id)
      sent.delete(id)
      if (command?.bets && code !== 'ok' && code !== 'betting_closed') waiting = [...command.bets, ...waiting]
      return command ? 'known' : 'unknown'
    },
    /** Stakes on each field in round `no`; stakes on their way count until the table has answered how they stand. */
    lying(no: number, placed: ReadonlyMap<number, number>): Map<number, number> {
      const lying = new Map<number, number>()
      const add = ([field, minor]: Lying): void => void lying.set(field, (lying.get(field) ?? 0) + minor)
      waiting.forEach(add)
      for (const command of sent.values())
        if (command.no === no) command.bets?.filter(([field]) => !placed.has(field)).forEach(add)
      return lying
    },
  }
}
