import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { PortalRouter } from './routes.tsx'

/** The whole app, in the browser and during pre-rendering. */
export function App({ router }: { router: PortalRouter }) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
