import { expect, it } from 'vitest'
import { openBroadcast } from './broadcast.ts'

/** Pages that record messages; turns of the event loop run one at a time. */
function room(count: number) {
  const pages = Array.from({ length: count }, () => ({ read: '', writes: 0 }))
  const turns: (() => void)[] = []
  const broadcast = openBroadcast<(typeof pages)[number]>({
    pages: () => pages,
    deliver(some, frames) {
      for (const page of some) {
        page.read += frames.toString()
        page.writes++
      }
    },
    later: (step) => turns.push(step),
  })
  return {
    pages,
    send: (text: string, priority: 'now' | 'soon') => broadcast(Buffer.from(text), priority),
    turn: () => turns.shift()?.(),
    /** Runs all remaining turns. */
    rest() {
      while (turns.length > 0) turns.shift()!()
    },
    have: (text: string) => pages.filter(({ read }) => read === text).length,
  }
}
const microtasks = () => Promise.resolve()

it('the messages of one step are one write for each page', async () => {
  const { pages, send, have } = room(600)
  send('a', 'soon')
  send('b', 'now')
  await microtasks()
  expect([have('ab'), Math.max(...pages.map(({ writes }) => writes))]).toEqual([600, 1])
})

it('low-priority messages are sent between other work, and an event speeds them up without reordering', async () => {
  const { pages, send, turn, rest, have } = room(600)
  send('f', 'soon')
  await microtasks()
  turn()
  expect([have('f'), have('')]).toEqual([250, 350])
  send('E', 'now')
  await microtasks()
  expect(have('fE')).toBe(600)
  expect(pages.filter(({ writes }) => writes === 1)).toHaveLength(350)
  rest()
  expect(have('fE')).toBe(600)
})

it('low-priority messages in quick succession keep their order', async () => {
  const { send, turn, rest, have } = room(600)
  send('1', 'soon')
  await microtasks()
  turn()
  send('2', 'soon')
  await microtasks()
  send('E', 'now')
  await microtasks()
  send('3', 'soon')
  await microtasks()
  rest()
  expect(have('12E3')).toBe(600)
})

it('a page that connects during a low-priority broadcast has it in its snapshot, and receives the next one', async () => {
  const { pages, send, turn, rest } = room(600)
  send('f', 'soon')
  await microtasks()
  turn()
  const late = { read: '', writes: 0 }
  pages.push(late)
  send('E', 'now')
  await microtasks()
  rest()
  expect(late.read).toBe('E')
})
