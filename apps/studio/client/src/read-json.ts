/** Parses JSON of the studio, without checks: page and studio are built together from the same types. Input from links is checked by its readers. */
export const readJson = <Message>(text: string): Message => JSON.parse(text) as Message
