import { signOut } from '#contract/users.ts'
import { call } from '#web/platform/api/call.ts'

/** Ends the session of a token on the server, where that is reached. */
export async function signOutOnServer(token: string): Promise<void> {
  await call(signOut, {}, { token }).catch(() => undefined)
}
