import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { PageData } from '#contract/core/page-data.ts'
import { PageDataContext } from '#web/core/page-data.ts'
import type { PortalRouter } from './routes.tsx'

interface Props {
  router: PortalRouter
  pageData: PageData | undefined
}

/** The whole app, in the browser and during pre-rendering. */
export function App({ router, pageData }: Props) {
  return (
    <StrictMode>
      <PageDataContext value={pageData}>
        <RouterProvider router={router} />
      </PageDataContext>
    </StrictMode>
  )
}
