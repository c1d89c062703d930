import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** Default until the portal's settings are loaded: all steps on. */
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
