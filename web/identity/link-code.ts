import { redirect } from '@tanstack/react-router'
import { create } from 'zustand'
import { paths } from '#contract/paths.ts'
import { sessionUser } from '#web/platform/session/session.ts'

/** The code of the sign-in link this page was opened with; kept in memory only. */
export const useLinkCode = create<{ code: string | undefined }>(() => ({ code: undefined }))

/**
 * Takes the code out of the address before anything is shown, so that it stays in no history, screenshot or log.
 * Without one, the page is for guests only.
 */
export function takeLinkCode({ location }: { location: { hash: string } }): void {
  const code = new URLSearchParams(location.hash).get('code')
  if (code) useLinkCode.setState({ code })
  if (location.hash) throw redirect({ to: paths.signInLink(), replace: true })
  if (!useLinkCode.getState().code && sessionUser()) throw redirect({ to: paths.home(), replace: true })
}

export function forgetLinkCode(): void {
  useLinkCode.setState({ code: undefined })
}
