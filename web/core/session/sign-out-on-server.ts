import { signOut } from '#contract/people/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'

/** Ends a session on the server, if reachable. */
export async function signOutOnServer(token: string): Promise<void> {
  await call(signOut, {}, { token }).catch(() => undefined)
}
