import { createContext, useContext } from 'react'

/** Small drawings as `data:` addresses by their own, for the page that the server renders; a browser knows none. */
export const PicturesContext = createContext<ReadonlyMap<string, string>>(new Map())

/**
 * The address of a picture of the first screen. In the page that the server renders it is the drawing itself, where that is small: a phone far away paints it
 * with the words beside it, and waits for no answer. The element keeps what the page gave it, so it is marked with `suppressHydrationWarning`.
 */
export const usePicture = (address: string): string => useContext(PicturesContext).get(address) ?? address
