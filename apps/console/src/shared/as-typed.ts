/** Properties of a text field: the text as typed, its change, and the sentences of a refusal about it. */
export const asTyped = (value: string, set: (text: string) => void, errors?: string[]) => ({
  value,
  onChange: (event: { target: { value: string } }) => set(event.target.value),
  ...(errors ? { errors } : {}),
})
