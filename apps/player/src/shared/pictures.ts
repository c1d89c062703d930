import { createContext, useContext } from 'react'

/** Small drawings as `data:` addresses, by address, for the server-rendered page; empty in a browser. */
export const PicturesContext = createContext<ReadonlyMap<string, string>>(new Map())

/**
 * Address of a picture of the first screen. In the server-rendered page a small drawing is inlined, so that a slow phone
 * paints it together with the text. The element keeps the page's value, hence `suppressHydrationWarning`.
 */
export const usePicture = (address: string): string => useContext(PicturesContext).get(address) ?? address
