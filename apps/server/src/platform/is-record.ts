/** Whether parsed JSON is an object, whose members can then be read by name. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
