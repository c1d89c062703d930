import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '@dhow/ui/icons'
import { useWords } from '../../shared/words/words.tsx'
import { onGameMessage, toolsOf, type GameToolset, type MessageToGame } from './game-messages.ts'
import styles from './play.module.css'

/** Screens on which the game fills all but one row; same query as in play.module.css. */
const phone = '(max-width: 61.99rem)'

/** Tools of a game, with functions to use them. */
export interface GameToolControls {
  tools: GameToolset
  send: (message: MessageToGame) => void
  /** Opens a menu entry's dialog in the game. */
  open: (id: string) => void
}

/** Frame of the game on this origin, a function to send messages to it, and its tools, if it has any and this is a phone. */
export function useGameFrame(origin: string | undefined) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [tools, setTools] = useState<GameToolset>()
  const isPhone = useSyncExternalStore(onPhoneChange, () => matchMedia(phone).matches)
  const send = useCallback(
    (message: MessageToGame) => {
      if (origin !== undefined) frame.current?.contentWindow?.postMessage(message, origin)
    },
    [origin],
  )
  useEffect(
    () =>
      origin === undefined
        ? undefined
        : onGameMessage(origin, (message) => {
            if (message.type === 'dhow:tools') setTools(toolsOf(message))
          }),
    [origin],
  )
  // Repeat after each message, since a reloaded game shows its own tools until then.
  useEffect(() => {
    if (tools) send({ type: 'dhow:tools-shown', shown: isPhone })
  }, [tools, isPhone, send])
  const open = (id: string) => {
    // Move the focus into the frame, where the dialog opens.
    frame.current?.focus()
    send({ type: 'dhow:open-tool', id })
  }
  const lent: GameToolControls | undefined = isPhone && tools ? { tools, send, open } : undefined
  return { frame, send, lent }
}

function onPhoneChange(changed: () => void): () => void {
  const query = matchMedia(phone)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Sound button and menu of the game; the menu's last entry is full screen. */
export function GameTools({
  tools: { sound, menu },
  send,
  open,
  fullScreen,
}: GameToolControls & { fullScreen: () => void }) {
  const { play: words, nav } = useWords()
  const entries = [
    ...menu.map(({ id, label }) => ({ label, act: () => open(id) })),
    ...(document.fullscreenEnabled ? [{ label: nav.fullscreen, act: fullScreen }] : []),
  ]
  return (
    <>
      {sound === undefined ? null : (
        <button
          type="button"
          className={styles['tool']}
          aria-label={words.sound}
          title={words.sound}
          aria-pressed={sound}
          onClick={() => send({ type: 'dhow:sound', on: !sound })}
        >
          <Speaker isOn={sound} />
        </button>
      )}
      {entries.length === 0 ? null : <Menu label={nav.menu} entries={entries} />}
    </>
  )
}

function Menu({ label, entries }: { label: string; entries: { label: string; act: () => void }[] }) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : isInside) return
      setOpen(false)
      if (event instanceof KeyboardEvent) box.current?.querySelector('button')?.focus()
    }
    // Taps into the game are not visible here, but the blur is.
    const types = ['pointerdown', 'keydown', 'blur']
    for (const type of types) addEventListener(type, close)
    return () => {
      for (const type of types) removeEventListener(type, close)
    }
  }, [isOpen])
  return (
    <div ref={box} className={styles['menu']}>
      <button
        type="button"
        className={styles['tool']}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" size={20} />
      </button>
      {isOpen ? (
        <ul>
          {entries.map((entry) => (
            <li key={entry.label}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  entry.act()
                }}
              >
                {entry.label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Loudspeaker icon, crossed out if muted. */
function Speaker({ isOn }: { isOn: boolean }) {
  const sign = isOn ? 'M15 9.2a4 4 0 0 1 0 5.6M17.6 6.8a7.5 7.5 0 0 1 0 10.4' : 'M15.5 9.8l4.4 4.4M19.9 9.8l-4.4 4.4'
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={`M4 9.5v5h3.5L12 19V5L7.5 9.5z${sign}`} />
    </svg>
  )
}
