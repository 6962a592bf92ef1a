import { refusals } from '#contract/refusals.ts'
import { checkAdminAccess, exchangeToken, signOut } from '#contract/users.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { startSession } from '#web/platform/session/session.ts'
import { provider } from './provider.ts'

/**
 * Signs an administrator in by password: ID token, session, then the admin-access check for the email.
 * Throws the ApiError of whichever said no; a person without access keeps no session.
 */
export async function signInAsAdministrator(email: string, password: string): Promise<void> {
  const authToken = await provider.proveByPassword(email, password)
  const signedIn = await call(exchangeToken, { body: { authToken } })
  const { token, userData } = signedIn
  const { hasAccess } = await call(checkAdminAccess, { body: { email: userData.email } }, { token })
  if (!hasAccess) {
    await call(signOut, {}, { token }).catch(() => undefined)
    const { status, message } = refusals.NOT_ADMINISTRATOR
    throw new ApiError(status, { code: 'NOT_ADMINISTRATOR', message })
  }
  await startSession({ ...signedIn, isAdmin: true })
}
