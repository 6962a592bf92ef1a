import { type ReactNode, useDeferredValue } from 'react'
import { Failure } from './failure.tsx'

interface Props<T> {
  /** As `useData` gives it. */
  of: { data: T | undefined; error: unknown; reload: () => unknown }
  /** Stands where it will be. */
  meanwhile: ReactNode
  children: (data: T) => ReactNode
}

/** What was read; or that it could not be, with a way to try again. */
export function Loaded<T>({ of: { data, error, reload }, meanwhile, children }: Props<T>) {
  // Drawn in small pieces at first: a long list would keep a slow phone from answering a finger.
  const hasArrived = useDeferredValue(data !== undefined)
  if (hasArrived && data !== undefined) return children(data)
  return error ? <Failure error={error} retry={reload} /> : meanwhile
}
