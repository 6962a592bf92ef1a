import { createContext, useContext } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** Reads endpoints again wherever they are shown; resolves when those have arrived. */
export type Reload = (...endpoints: Endpoint[]) => Promise<void>

/** Given by the page's `DataProvider`; where there is none, nothing was read. */
export const ReloadContext = createContext<Reload>(async () => undefined)

export function useReload(): Reload {
  return useContext(ReloadContext)
}
