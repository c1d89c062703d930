/** A choice of a field as one of the given values; undefined where it is none, such as the empty first option. */
export const oneOf = <Value extends string>(values: readonly Value[], chosen: string): Value | undefined =>
  values.find((value) => value === chosen)
