import { logout } from '@dhow/contract/sessions'
import { lightPath } from '../cookies.ts'
import type { Form } from '../forms.ts'
import type { Page } from '../visit.ts'

/** Form at the end of every signed-in page. */
export const signOut: Form = {
  name: 'sign-out',
  action: `${lightPath}/sign-out`,
  button: ({ reader }) => reader.words.logout,
  quiet: true,
  async send(visit) {
    await visit.call(logout, {})
    visit.cookies.signOut()
    return { to: '', done: 'signed_out' }
  },
}

export const signOutPage: Page = {
  path: '/sign-out',
  access: 'player',
  forms: [signOut],
  render: async () => ({ to: lightPath }),
}
