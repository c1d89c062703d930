import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** Every step, until the portal's settings with the steps that are switched off are loaded. */
const all = { register_otp: true, new_device_otp: true, forgot_password: true, registration_open: true }

/** Sign-in and registration steps that the operator has switched on. */
export function useAuthSteps() {
  const { data } = useQuery({
    queryKey: ['authentication-type'],
    queryFn: () => call('authenticationType'),
    staleTime: 60_000,
  })
  return data ?? all
}
