/** What a text field has of its state: the text as it was typed, its change, and the sentences of a refusal about it. */
export const asTyped = (value: string, set: (text: string) => void, errors?: string[]) => ({
  value,
  onChange: (event: { target: { value: string } }) => set(event.target.value),
  ...(errors ? { errors } : {}),
})
