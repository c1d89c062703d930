/** Whether a value is in a list; the compiler then knows it as a member. */
export const isOneOf = <Item>(items: readonly Item[], value: unknown): value is Item =>
  items.some((item) => item === value)
