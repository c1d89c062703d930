/**
 * Kinds of change that wait for a second person, each with its content. A feature adds its own: `declare module
 * '../approvals/change-kinds.ts' { interface ChangeKinds { my_kind: MyChange } }`.
 */
export interface ChangeKinds {}

export type ChangeKind = keyof ChangeKinds
