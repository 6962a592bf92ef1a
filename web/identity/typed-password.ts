import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'

/** The ID token of a password that was just typed, for the step after it. It is kept for this page only: loaded anew, it is asked for again. */
let idToken: string | undefined

export function keepTypedPassword(typed: string): void {
  idToken = typed
}

export function forgetTypedPassword(): void {
  idToken = undefined
}

/** Throws where none was typed: the pages that ask for it are guarded. */
export function typedPassword(): string {
  if (idToken === undefined) throw new Error('No password was typed')
  return idToken
}

/** What follows the password is for those who have typed it. */
export function afterPasswordOnly(): void {
  if (idToken === undefined) throw redirect({ to: paths.adminLogin(), replace: true })
}
