import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'

/** The ID token of the password typed for the next step. A reload forgets it. */
let idToken: string | undefined

export function keepTypedPassword(typed: string): void {
  idToken = typed
}

export function forgetTypedPassword(): void {
  idToken = undefined
}

/** Throws if no password was typed. The guard of its pages checks this first. */
export function typedPassword(): string {
  if (idToken === undefined) throw new Error('No password was typed')
  return idToken
}

/** Leads people who have not typed their password to the login. */
export function afterPasswordOnly(): void {
  if (idToken === undefined) throw redirect({ to: paths.adminLogin(), replace: true })
}
