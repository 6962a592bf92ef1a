import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '#web/core/api/api-error.ts'
import { onReachableAgain } from '#web/core/api/connection.ts'
import { Failure } from './failure.tsx'
import { PageHeading } from './page-heading.tsx'

interface Props {
  error: unknown
}

/** Stands in for a page that broke, inside its layout. One that could not be fetched comes by itself once it can. */
export function ErrorScreen({ error }: Props) {
  const router = useRouter()
  const isUnreachable = error instanceof ApiError && /^(UNREACHABLE|NOT_READY)$/.test(error.code)
  useEffect(() => onReachableAgain(() => void router.invalidate()), [router])
  // Loading everything again would leave nothing at all where the portal can't be reached.
  const retry = () => (error instanceof ApiError ? router.invalidate() : location.reload())
  return (
    <div className="error-page">
      <PageHeading>{isUnreachable ? 'No connection' : 'Something went wrong'}</PageHeading>
      <Failure error={error} retry={retry} />
    </div>
  )
}

/** Stands in for a layout that broke, with all its pages. */
export function ErrorLayout({ error }: Props) {
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  )
}
