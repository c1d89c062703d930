/** Narrows a field's value to one of the given values; undefined for others, such as the empty option. */
export const parseChoice = <Value extends string>(values: readonly Value[], chosen: string): Value | undefined =>
  values.find((value) => value === chosen)
