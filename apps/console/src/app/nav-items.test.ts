import { expect, it } from 'vitest'
import { navItems } from './routes.tsx'

it('each screen of the navigation has a unique icon', () => {
  const icons = navItems.map(({ icon }) => icon)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})
