/** Query of one case. */
export const keyOf = (id: string) => ['help-case', id]
