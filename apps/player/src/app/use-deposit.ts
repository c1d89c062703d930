import { useToast } from '@dhow/ui/toast'
import { useNavigate } from '../shared/router.tsx'
import { usePortal } from '../shared/portal.tsx'
import { useWords } from '../shared/words/words.tsx'
import { paths } from './paths.ts'

/** Action of the Deposit button; works only if the operator has deposits switched on. */
export function useDeposit(): () => void {
  const words = useWords()
  const { settings } = usePortal()
  const navigate = useNavigate()
  const toast = useToast()
  return () => (settings.auto_deposit === 1 ? navigate(paths.paymentMethod) : toast(words.nav.depositsOff, 'bad'))
}
