import { Notice } from '@dhow/ui/feedback'

/** What is wrong with a form as a whole, above its button; nothing where nothing is. */
export function FormMessage({ children }: { children: string | undefined }) {
  return children ? (
    <Notice tone="bad" role="alert">
      {children}
    </Notice>
  ) : null
}
