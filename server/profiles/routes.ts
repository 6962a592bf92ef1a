import { createUser, updateProfile } from '#contract/profiles.ts'
import * as accounts from '#server/accounts/accounts.ts'
import { userDataOf } from '#server/accounts/queries.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import * as profiles from './profiles.ts'

export function serveProfiles(gate: Gate, services: Services): void {
  serve(gate, createUser, ({ body }) => {
    profiles.refuseImpossiblePhone(body)
    return accounts.createUser(services, body.authToken, {
      email: body.email,
      first_name: body.firstName,
      last_name: body.lastName,
      country: body.country,
      state: body.state,
      zip: body.zip,
      company_name: body.companyName,
      phone: body.phone,
    })
  })
  serve(gate, updateProfile, async ({ caller, body }) => ({
    userData: userDataOf(await profiles.updateProfile(services, caller.userId, body)),
  }))
}
