import { redirect } from '@tanstack/react-router'
import { create } from 'zustand'
import { paths } from '#contract/paths.ts'

/** The code of the link this page was opened with; kept in memory only. */
export const useResetCode = create<{ code: string | undefined }>(() => ({ code: undefined }))

/** Takes the code out of the address before anything is shown, so that it stays in no history, screenshot or log. */
export function takeResetCode({ location }: { location: { hash: string } }): void {
  const code = new URLSearchParams(location.hash).get('code')
  if (code) useResetCode.setState({ code })
  if (location.hash) throw redirect({ to: paths.resetPassword(), replace: true })
}

export function forgetResetCode(): void {
  useResetCode.setState({ code: undefined })
}
