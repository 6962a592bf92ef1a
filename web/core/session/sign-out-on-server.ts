import { signOut } from '#contract/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'

/** Ends the session of a token on the server, where that is reached. */
export async function signOutOnServer(token: string): Promise<void> {
  await call(signOut, {}, { token }).catch(() => undefined)
}
