const openStates = ['requested', 'awaiting_second_approval', 'approved', 'batched', 'sent', 'unknown']

/** Whether a withdrawal is still open. */
export const isOpenWithdrawal = ({ state }: { state: string }): boolean => openStates.includes(state)
