const openStates = ['submitted', 'under_review', 'needs_info', 'awaiting_second_approval']

/** Whether a deposit is still open. */
export const isOpenDeposit = ({ state }: { state: string }): boolean => openStates.includes(state)
