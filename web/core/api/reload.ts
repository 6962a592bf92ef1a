import { createContext, useContext } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** Reads endpoints again wherever they are shown, and others once they are shown. Resolves with the answers. */
export type Reload = (...endpoints: Endpoint[]) => Promise<void>

/** Provided by `DataProvider`. Without one, nothing was read. */
export const ReloadContext = createContext<Reload>(async () => undefined)

export function useReload(): Reload {
  return useContext(ReloadContext)
}
