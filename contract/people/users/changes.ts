import * as z from 'zod/mini'
import { changesNames, changesPage, changesQuery } from '#contract/core/changes.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { onWire } from '#contract/core/wire.ts'
import { User } from './user.ts'

export const getPeople = endpoint({
  route: 'GET /private/people',
  access: 'exports:read',
  summary:
    'A page of all people in the order of their last change. `changed_since`: only those changed after an earlier page. Loses no change, also while people change. `deleted` has the ids of deleted and merged accounts.',
  query: onWire(changesNames, changesQuery(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)),
  data: onWire(changesNames, { people: z.array(User), deleted: z.array(z.string()), ...changesPage }),
  refusals: ['CHANGES_UNKNOWN'],
})
