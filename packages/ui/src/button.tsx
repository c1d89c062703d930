import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './ui.module.css'

export type ButtonKind = 'main' | 'quiet' | 'plain' | 'danger'

/** Class of a button's style, for links styled as buttons. */
export function buttonClass(kind: ButtonKind = 'main', options: { small?: boolean; wide?: boolean } = {}): string {
  return [
    styles['button'],
    kind === 'main' ? '' : styles[kind],
    options.small ? styles['small'] : '',
    options.wide ? styles['wide'] : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  small?: boolean
  wide?: boolean
  /** Work under way: shows it and ignores clicks. */
  busy?: boolean
  children: ReactNode
}

export function Button({
  kind = 'main',
  small = false,
  wide = false,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass(kind, { small, wide })} ${className ?? ''}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    />
  )
}
