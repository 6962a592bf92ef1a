import { MantineProvider } from '@mantine/core'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { LucideProvider, WifiOff } from 'lucide-react'
import { useIsReachable } from '#web/core/api/connection.ts'
import { cssVariables, theme } from '#web/core/theme/theme.ts'
import { Dialogs } from '#web/core/ui/dialogs.tsx'
import { ActOverlay } from '#web/core/ui/loading-overlay.tsx'
import { Toasts } from '#web/core/ui/toasts.tsx'
import styles from './connection-notice.module.css'

/** The router's context for the guards. */
interface Visit {
  /** Fetches the administrators' pages. Resolves to false if already fetched. */
  fetchAdministrators: () => Promise<boolean>
}

/** The root of all routes, including those that are fetched later. */
export const root = createRootRouteWithContext<Visit>()({ component: Root })

function Root() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      // Mantine's stylesheet of default variables is not part of the build, so Mantine must write all of
      // them.
      deduplicateCssVariables={!import.meta.env.PROD}
    >
      <LucideProvider size={18}>
        <Outlet />
        <ConnectionNotice />
        {/* Menus, tooltips and messages appear here: in a named part of the page. */}
        <section id="overlays" aria-label="Menus and messages" />
        <Dialogs />
        <Toasts />
        <ActOverlay />
      </LucideProvider>
    </MantineProvider>
  )
}

/** A notification while the portal is unreachable. */
function ConnectionNotice() {
  const isReachable = useIsReachable()
  return (
    <div role="status" className={styles.place}>
      {!isReachable && (
        <p className={styles.notice}>
          <WifiOff size={17} />
          We can't reach the portal. This page reconnects automatically.
        </p>
      )}
    </div>
  )
}
