import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import styles from './ui.module.css'

interface FieldFrame {
  label: string
  hint?: ReactNode
  /** Errors under the field; screen readers read the first one on focus. */
  errors?: string[] | undefined
}

export interface TextFieldProps extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {}

/** Labelled input with hint and errors, connected for screen readers. */
export function TextField({ label, hint, errors, className, ...input }: TextFieldProps) {
  const id = useId()
  const wrong = errors !== undefined && errors.length > 0
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${styles['control']} ${className ?? ''}`}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        {...input}
      />
      <FieldWords id={id} hint={hint} errors={errors} />
    </div>
  )
}

export interface TextAreaFieldProps extends FieldFrame, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {}

/** Multi-line text field. */
export function TextAreaField({ label, hint, errors, ...area }: TextAreaFieldProps) {
  const id = useId()
  const wrong = errors !== undefined && errors.length > 0
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles['control']}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        {...area}
      />
      <FieldWords id={id} hint={hint} errors={errors} />
    </div>
  )
}

export interface SelectFieldProps extends FieldFrame, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  children: ReactNode
}

export function SelectField({ label, hint, errors, children, ...select }: SelectFieldProps) {
  const id = useId()
  const wrong = errors !== undefined && errors.length > 0
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles['control']}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        {...select}
      >
        {children}
      </select>
      <FieldWords id={id} hint={hint} errors={errors} />
    </div>
  )
}

export function CheckField({
  children,
  errors,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { children: ReactNode; errors?: string[] | undefined }) {
  const id = useId()
  return (
    <div>
      <label className={styles['check']}>
        <input type="checkbox" aria-describedby={`${id}-error`} {...input} />
        <span>{children}</span>
      </label>
      <FieldWords id={id} errors={errors} />
    </div>
  )
}

function FieldWords({ id, hint, errors }: { id: string; hint?: ReactNode; errors?: string[] | undefined }) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      ) : null}
      {errors && errors.length > 0 ? (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {errors.join(' ')}
        </p>
      ) : null}
    </>
  )
}
