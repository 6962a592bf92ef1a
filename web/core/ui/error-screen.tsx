import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '#web/core/api/api-error.ts'
import { onReachableAgain } from '#web/core/api/connection.ts'
import { TooOld } from '#web/core/too-old.ts'
import { Failure } from './failure.tsx'
import { PageHeading } from './page-heading.tsx'

interface Props {
  error: unknown
}

/** Replaces a page that threw, inside its layout. Tries again once the portal is reachable. */
export function ErrorScreen({ error }: Props) {
  const router = useRouter()
  useEffect(() => onReachableAgain(() => void router.invalidate()), [router])
  // A reload would show nothing while the portal is unreachable.
  const retry = () => (error instanceof ApiError ? router.invalidate() : location.reload())
  return (
    <div className="error-page">
      <PageHeading>{headingOf(error)}</PageHeading>
      <Failure error={error} retry={retry} />
    </div>
  )
}

function headingOf(error: unknown) {
  if (error instanceof TooOld) return 'This browser is too old'
  const isUnreachable = error instanceof ApiError && /^(UNREACHABLE|NOT_READY)$/.test(error.code)
  return isUnreachable ? 'No connection' : 'Something went wrong'
}

/** Replaces a layout that threw, with all its pages. */
export function ErrorLayout({ error }: Props) {
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  )
}
