import { MantineProvider } from '@mantine/core'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { cssVariables, theme } from '#web/core/theme/theme.ts'
import { ConnectionNotice } from '#web/core/ui/connection-notice.tsx'
import { Dialogs } from '#web/core/ui/dialogs.tsx'
import { ActOverlay } from '#web/core/ui/loading-overlay.tsx'
import { Toasts } from '#web/core/ui/toasts.tsx'

/** What the router gives to what is decided before a page is shown. */
interface Visit {
  /** Has the administrators' pages fetched; false where they are there already. */
  fetchAdministrators: () => Promise<boolean>
}

/** What all routes begin at, those that are fetched later, too. */
export const root = createRootRouteWithContext<Visit>()({ component: Root })

/** Around every page: theme, toasts, dialogs, the loading overlay and what is said of the connection. */
function Root() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      // Without its stylesheet of default variables, Mantine has to write all of them.
      deduplicateCssVariables={!import.meta.env.PROD}
    >
      <Outlet />
      <ConnectionNotice />
      {/* Menus, tooltips and messages appear here: in a part of the page that has a name. */}
      <section id="overlays" aria-label="Menus and messages" />
      <Dialogs />
      <Toasts />
      <ActOverlay />
    </MantineProvider>
  )
}
