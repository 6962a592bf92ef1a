import { checkEmailExists } from '#contract/people/users/calls.ts'
import { call } from '#web/core/api/call.ts'

export async function isRegistered(email: string): Promise<boolean> {
  return (await call(checkEmailExists, { query: { email } })).emailExists
}
