import { checkEmailExists } from '#contract/users/calls.ts'
import { call } from '#web/core/api/call.ts'

/** Whether somebody has registered under an email address. */
export async function isRegistered(email: string): Promise<boolean> {
  return (await call(checkEmailExists, { query: { email } })).emailExists
}
