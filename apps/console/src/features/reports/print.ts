/** Prints in the light theme, since paper is white. */
export function printLight() {
  const { dataset } = document.documentElement
  const shown = dataset['theme'] ?? 'dark'
  dataset['theme'] = 'light'
  print()
  dataset['theme'] = shown
}
