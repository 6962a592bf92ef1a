import { checkEmailExists } from '#contract/users.ts'
import { call } from '#web/platform/api/call.ts'

/** Whether somebody has registered under an email address. */
export async function isRegistered(email: string): Promise<boolean> {
  return (await call(checkEmailExists, { query: { email } })).emailExists
}
