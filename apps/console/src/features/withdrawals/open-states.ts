const openStates = ['requested', 'awaiting_second_approval', 'approved', 'batched', 'sent', 'unknown']

/** Whether a withdrawal still waits for somebody. */
export const isOpenWithdrawal = ({ state }: { state: string }): boolean => openStates.includes(state)
