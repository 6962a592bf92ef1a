import { useRouter } from '@tanstack/react-router'
import { Failure } from './failure.tsx'
import { PageHeading } from './page-heading.tsx'

/** Stands in for a page that broke. */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <main className="error-page">
      <PageHeading>Something went wrong</PageHeading>
      <Failure error={error} retry={() => router.invalidate()} />
    </main>
  )
}
