/**
 * JSON of the studio's own answers and messages. Page and studio are built together from the same types, so nothing is checked here; what
 * stands in a link is, by whoever reads it.
 */
export const readJson = <Message>(text: string): Message => JSON.parse(text) as Message
