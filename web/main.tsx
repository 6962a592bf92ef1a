import { tryCode } from '#web/core/code.ts'
import './core/theme/global.css'
import './core/theme/shared.css'
import 'virtual:mantine-base.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { paths } from '#contract/core/paths.ts'
// The sign-in page and the list of events share these two. In the start, they need no separate file.
import '#contract/core/email-addresses.ts'
import '#web/core/ui/later.tsx'
import { onProfileIncomplete, onSignedOut } from '#web/core/api/api-error.ts'
import { watchConnection } from '#web/core/api/connection.ts'
import { readPageData } from '#web/core/page-data.ts'
import { keepReturnPath } from '#web/core/session/kept-return-path.ts'
import { clearSession, readSession, sessionUser } from '#web/core/session/session.ts'
import { watchStyles } from '#web/core/styles.ts'
import { watchFocus } from '#web/core/ui/focus-home.ts'
import { toastError } from '#web/core/ui/toasts.tsx'
import { openRouter } from '#web/routes.tsx'
import { App } from './app.tsx'

const router = openRouter()

onSignedOut((message) => {
  const isAdmin = sessionUser()?.isAdmin
  keepReturnPath(router.state.location.href)
  clearSession()
  toastError(message)
  void router.navigate({ to: isAdmin ? paths.adminLogin() : paths.login(), replace: true })
})

onProfileIncomplete((message) => {
  keepReturnPath(router.state.location.href)
  toastError(message)
  void router.navigate({ to: paths.completeProfile() })
})

// Follows sign-ins and sign-outs in other tabs. The other tab stores the page to return to.
window.addEventListener('storage', async ({ key }) => {
  if (key !== null && key !== 'root') return
  await readSession()
  const isGone = !sessionUser() && router.state.location.pathname.startsWith(paths.home())
  await (isGone ? router.navigate({ to: paths.login(), replace: true }) : router.invalidate())
})

watchConnection()
watchStyles()
watchFocus()

/** One member of each addition to the language and the browser in `old-browsers.ts`. */
const additions: [of: object, name: string][] = [
  [Array.prototype, 'toSorted'],
  [String.prototype, 'isWellFormed'],
  [Map, 'groupBy'],
  [Object, 'groupBy'],
  [Set.prototype, 'union'],
  [URL, 'parse'],
  [HTMLElement.prototype, 'popover'],
]

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const app = <App router={router} pageData={readPageData()} />
const { dataset } = document.documentElement
const { pathname } = router.history.location
const isLoading = pathname.startsWith(`${paths.home()}/`) || pathname === paths.openEvents()
const isDrawn = container.hasChildNodes() && dataset.drawn === undefined
// Not awaited: code that it fetches waits for the end of this file.
if (isDrawn && !isLoading) {
  // Hydration needs the page's code first.
  void fillIn()
    .then(readSession)
    .then(() => router.load())
    .then(() => startTransition(() => void hydrateRoot(container, app)))
} else {
  void fillIn()
    .then(readSession)
    // The pre-rendered page stays until the person's own page has loaded.
    .then(() => (isDrawn ? router.load() : container.replaceChildren()))
    .then(() => {
      delete dataset.drawn
      startTransition(() => createRoot(container).render(app))
    })
}

/** Adds what an older browser lacks. Other browsers fetch nothing. */
async function fillIn() {
  if (additions.every(([of, name]) => name in of)) return
  // Without them, most of the page works.
  await tryCode(() => import('#web/core/old-browsers.ts')).catch(() => undefined)
}
