import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { Visit } from '#web/core/mailed-code.ts'
import { mailedCode } from '#web/core/mailed-code.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { toastError } from '#web/core/ui/toasts.tsx'
import { codeInLink } from './provider.ts'
import { keepWantedSlot, slotIn } from './wanted-slot.ts'

/** The code of the sign-in link that opened this browser. */
export const linkCode = mailedCode(paths.signInLink(), codeInLink)

/** Stores the slot in the link. People without a code go to the next page if signed in, else to the login. */
export function takeLinkCode(visit: Visit): void {
  const slot = slotIn(visit.location.searchStr)
  if (slot !== undefined) keepWantedSlot(slot)
  linkCode.take(visit)
  if (linkCode.useCode.getState()) return
  if (sessionUser()) throw redirect({ to: paths.home(), replace: true })
  toastError('This sign-in link is incomplete. Open it from the email again, or request a new one.')
  throw redirect({ to: paths.login(), replace: true })
}
