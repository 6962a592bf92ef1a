import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { SignedIn } from './calls.ts'
import type { DemoAccount } from './demo-accounts.ts'
import { demoAccounts } from './demo-accounts.ts'

const As = z.enum(Object.keys(demoAccounts) as [DemoAccount, ...DemoAccount[]], {
  error: 'Has to be one of the accounts of the demo',
})

export const getDemoAccounts = endpoint({
  route: 'GET /public/look-around',
  access: 'public',
  summary: 'The accounts of the demo. Only for this machine, while the portal has its built-in mailbox.',
  data: z.object({ accounts: z.array(As) }),
  limit: { perAddress: 600 },
  refusals: ['NOT_FOUND'],
})

export const lookAround = endpoint({
  route: 'POST /public/look-around',
  access: 'public',
  summary:
    'Signs in to an account of the demo, without proof. Only for this machine, in a demo with its built-in mailbox.',
  body: z.object({ as: As }),
  data: SignedIn,
  limit: { perAddress: 600 },
  refusals: ['NOT_FOUND', 'SECOND_FACTOR_WANTED', 'SECOND_FACTOR_MISSING'],
})
