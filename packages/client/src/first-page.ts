/** The cursor of a list's first page: none. */
export const firstPage = (): string | undefined => undefined
