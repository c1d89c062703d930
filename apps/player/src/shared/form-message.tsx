import { Notice } from '@dhow/ui/feedback'

/** Error of the form as a whole, above its button. */
export function FormMessage({ children }: { children: string | undefined }) {
  return children ? (
    <Notice tone="bad" role="alert">
      {children}
    </Notice>
  ) : null
}
