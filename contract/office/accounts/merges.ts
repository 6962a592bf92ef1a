import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { searchLine } from '#contract/core/fields.ts'
import { id } from '#contract/core/wire.ts'
import type { User } from '#contract/people/users/user.ts'

/** The days in which merged accounts can be separated. */
export const separableDays = 30

/** The most accounts in a search result. */
export const mostFound = 20

const UserId = z.uuid({ error: 'A user id is a UUID' })

export const FoundAccount = z.object({
  userId: z.string(),
  /** First and last name; '' if missing. */
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  registrations: z.int(),
})
export type FoundAccount = z.output<typeof FoundAccount>

export const findAccounts = endpoint({
  route: 'GET /private/find-accounts',
  access: 'people:read',
  summary: `Returns the first ${mostFound} accounts that a search by name, email, company or phone finds.`,
  query: z.object({ search: searchLine() }),
  data: z.object({ accounts: z.array(FoundAccount) }),
})

export const mergeAccounts = endpoint({
  route: 'POST /private/merge-accounts',
  access: 'people:write',
  summary: `Merges a second account of a person into the first, which gets its registrations and fills its own blank fields. Emails both. Can be undone for ${separableDays} days.`,
  body: z
    .object({
      userId: UserId,
      absorbedId: UserId,
      /** The registrations that the page announced as ending. Refused if others would end. */
      ending: z.array(id(), { error: 'Has to be a list of registration ids' }),
    })
    .check(
      z.refine(({ userId, absorbedId }) => userId !== absorbedId, {
        path: ['absorbedId'],
        error: 'This is the same account',
      }),
    ),
  data: z.object({}),
  refusals: ['USER_NOT_FOUND', 'ADMINISTRATOR_MERGED', 'CHANGED_MEANWHILE'],
})

export const separateAccounts = endpoint({
  route: 'POST /private/separate-accounts',
  access: 'people:write',
  summary:
    'Undoes a merge: each account gets back its registrations. Later registrations stay with the first account.',
  body: z.object({ accountMergeId: id() }),
  data: z.object({
    /** Events whose registration could not be restored, because the person registered again. */
    unrestored: z.array(z.string()),
  }),
  refusals: ['NOT_UNDOABLE', 'EMAIL_TAKEN', 'USER_NOT_FOUND'],
})

export const distinguishAccounts = endpoint({
  route: 'POST /private/distinguish-accounts',
  access: 'people:write',
  summary:
    'Says that two accounts of the same name are of two people, which hides the hint that they may be one person; or takes it back.',
  body: z
    .object({
      userId: UserId,
      otherId: UserId,
      areDistinct: z.boolean({ error: 'Must be true or false' }),
    })
    .check(
      z.refine(({ userId, otherId }) => userId !== otherId, {
        path: ['otherId'],
        error: 'This is the same account',
      }),
    ),
  data: z.object({}),
  refusals: ['USER_NOT_FOUND'],
})

/** Fields taken together; the first one says if they are blank. */
const parts = [
  ['lastName', 'firstName'],
  ['country', 'state', 'zip'],
  ['companyName'],
  ['phone'],
  ['faaSafetyEmail'],
  ['aopaNumber', 'aopaSkipped', 'isAopMember'],
  ['nbaaNumber', 'nbaaSkipped'],
  ['vaiNumber', 'vaiSkipped'],
] as const satisfies (keyof User)[][]

export type FilledField = (typeof parts)[number][number]

/** Each filled field with its old and new value. */
export type FilledFields = { [Field in FilledField]?: [from: User[Field], to: User[Field]] }

/** Returns the fields that are blank in one account and filled in the other. */
export function filledFields(kept: Pick<User, FilledField>, absorbed: Pick<User, FilledField>): FilledFields {
  const taken = parts.filter(([first]) => !kept[first] && absorbed[first]).flat()
  return Object.fromEntries(
    taken
      .filter((field) => kept[field] !== absorbed[field])
      .map((field) => [field, [kept[field], absorbed[field]]]),
  )
}
