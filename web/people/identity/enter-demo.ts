import type { DemoAccount } from '#contract/people/sessions/demo-accounts.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import { lookAround } from '#contract/people/sessions/look-around.ts'
import { call } from '#web/core/api/call.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { startSession } from '#web/core/session/session.ts'
import { enterAsAdministrator } from './admin-sign-in.ts'

/** Signs in to an account of the demo and returns the page to open. */
export async function enterDemo(as: DemoAccount): Promise<string> {
  const signedIn = await call(lookAround, { body: { as } })
  if (demoAccounts[as].role !== null) return enterAsAdministrator(signedIn)
  await startSession(signedIn)
  return takeReturnPath()
}
