import { paths } from '#contract/core/paths.ts'
import { permissions as allPermissions } from '#contract/core/permissions.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { SignedIn } from '#contract/people/sessions/calls.ts'
import { checkAdminAccess, exchangeToken, signOut } from '#contract/people/sessions/calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { takeAdminReturnPath } from '#web/core/session/return-path.ts'
import { startSession } from '#web/core/session/session.ts'
import { identityProvider } from './provider.ts'
import { forgetTypedPassword, keepTypedPassword } from './typed-password.ts'

/**
 * Signs an administrator in by password and returns the page to open, for example the second step. Others
 * keep no session.
 */
export async function signInAsAdministrator(email: string, password: string): Promise<string> {
  const authToken = await (await identityProvider()).proveByPassword(email, password)
  keepTypedPassword(authToken)
  try {
    return await enterAsAdministrator(await call(exchangeToken, { body: { authToken } }))
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === 'SECOND_FACTOR_WANTED') return paths.secondStep()
    if (code === 'SECOND_FACTOR_MISSING') return paths.setUpSecondFactor()
    throw error
  }
}

/** Stores an administrator's session and returns the page to open. Refuses with NOT_ADMINISTRATOR. */
export async function enterAsAdministrator(signedIn: SignedIn): Promise<string> {
  const { token, userData } = signedIn
  // An older portal sends no permissions: there every administrator has all.
  const { hasAccess, permissions = allPermissions } = await call(
    checkAdminAccess,
    { body: { email: userData.email } },
    { token },
  )
  if (!hasAccess) {
    await call(signOut, {}, { token }).catch(() => undefined)
    const { status, message } = refusals.NOT_ADMINISTRATOR
    throw new ApiError(status, { code: 'NOT_ADMINISTRATOR', message })
  }
  forgetTypedPassword()
  await startSession({ ...signedIn, isAdmin: true, permissions })
  return takeAdminReturnPath()
}
