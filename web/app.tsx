import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { PortalRouter } from './routes.tsx'

/** Everything that is shown: in a browser, and where a page is drawn beforehand. */
export function App({ router }: { router: PortalRouter }) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
