const openStates = ['requested', 'awaiting_second_approval', 'approved']

/** Whether a withdrawal still waits for somebody. */
export const isOpenWithdrawal = ({ state }: { state: string }): boolean => openStates.includes(state)
