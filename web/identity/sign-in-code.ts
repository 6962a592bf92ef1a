import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { mailedCode, type Visit } from '#web/platform/mailed-code.ts'
import { sessionUser } from '#web/platform/session/session.ts'
import { provider } from './provider.ts'

/** The code of the sign-in link that this browser was opened with. */
export const linkCode = mailedCode(paths.signInLink(), provider.codeIn)

/** The sign-in link's page is for guests only where no link led to it. */
export function takeLinkCode(visit: Visit): void {
  linkCode.take(visit)
  if (!linkCode.useCode.getState() && sessionUser()) throw redirect({ to: paths.home(), replace: true })
}
