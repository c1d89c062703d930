import { expect, it } from 'vitest'
import { navItems } from './routes.tsx'

it('each screen of the navigation has an icon of its own', () => {
  const icons = navItems.map(({ icon }) => icon)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})
