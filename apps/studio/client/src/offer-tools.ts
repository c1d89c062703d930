import { fieldsOf } from '@dhow/contract/records'
import { notifyPortal } from './notify-portal.ts'
import type { SoundSwitch } from './sound.ts'
import type { Tool } from './tools.ts'

/** Offers sound and menu to the portal's bar, as docs/concepts/gateway.md describes; hides the game's own while the portal shows them. */
export function offerTools(root: HTMLElement, sound: SoundSwitch, tools: readonly Tool[]): void {
  if (parent === window) return
  const menu = tools.map(({ label }, index) => ({ id: String(index), label }))
  const lend = () => notifyPortal({ type: 'dhow:tools', sound: sound.isOn(), menu })
  addEventListener('message', ({ data, source }) => {
    if (source !== parent) return
    const { type, shown, on, id } = fieldsOf(data)
    if (type === 'dhow:tools-shown') root.hidden = shown === true
    else if (type === 'dhow:sound') sound.turn(on === true)
    else if (type === 'dhow:open-tool') tools[Number(id)]?.open()
  })
  sound.onChange(lend)
  lend()
}
