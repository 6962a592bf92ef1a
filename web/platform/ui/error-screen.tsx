import { Failure } from './failure.tsx'
import { PageHeading } from './page-heading.tsx'

interface Props {
  error: unknown
}

/** Stands in for a page that broke, inside its layout. */
export function ErrorScreen({ error }: Props) {
  return (
    <div className="error-page">
      <PageHeading>Something went wrong</PageHeading>
      <Failure error={error} retry={() => location.reload()} />
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
