import type { ReactNode } from 'react'
import { useDeferredValue } from 'react'
import { Failure } from './failure.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

interface Props<T> {
  of: { data: T | undefined; error: unknown; reload: () => unknown }
  /** Shown until then; the shape of a page by default. */
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows what was read, or an error with a button to try again. */
export function Loaded<T>({ of: { data, error, reload }, loading = <PageSkeleton />, children }: Props<T>) {
  // React draws it in small pieces at first: a long list would block a slow phone.
  const hasArrived = useDeferredValue(data !== undefined)
  if (hasArrived && data !== undefined) return children(data)
  return error ? <Failure error={error} retry={reload} /> : loading
}
