/** Subjects that a player chooses from. A complaint gets a number. */
export const helpCategories = [
  'payment',
  'account',
  'game',
  'bonus',
  'limits',
  'technical',
  'complaint',
  'other',
] as const

/** Decisions of a complaint. */
export const complaintDecisions = ['upheld', 'partly_upheld', 'rejected', 'withdrawn'] as const
