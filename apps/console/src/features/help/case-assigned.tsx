import { useMutation, useQuery } from '@tanstack/react-query'
import type { PaymentCase } from '@dhow/contract/payment-cases'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { AssignedField } from '../../shared/assigned-field.tsx'

/** Assignee of an open payment case. */
export function CaseAssigned({ shown: { id, assigned } }: { shown: PaymentCase }) {
  const maySettle = usePermission('cases.settle')
  const refresh = useRefresh()
  const toast = useToast()
  const listed = useQuery({ queryKey: ['case-settlers'], queryFn: () => call('caseSettlers'), enabled: maySettle })
  const give = useMutation({
    mutationFn: (operatorId: string | null) =>
      call('assignPaymentCase', { params: { id }, body: { operator_id: operatorId } }),
    onError: (error) => toast(sentenceOf(error), 'bad'),
    onSettled: () => refresh('cases', 'audit', 'overview'),
  })
  return (
    <AssignedField
      assigned={assigned}
      operators={listed.data?.operators}
      mayGive={maySettle}
      busy={give.isPending}
      give={(operatorId) => give.mutate(operatorId)}
    />
  )
}
