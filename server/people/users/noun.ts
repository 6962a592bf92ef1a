import { nameOrEmail } from '#contract/core/names.ts'
import * as users from '#contract/people/users/calls.ts'
import * as userChanges from '#contract/people/users/changes.ts'
import * as edits from '#contract/people/users/edits.ts'
import * as userMemberships from '#contract/people/users/memberships.ts'
import * as userProfiles from '#contract/people/users/profiles.ts'
import type { User } from '#contract/people/users/user.ts'
import * as userShapes from '#contract/people/users/user.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { removeUserPasskey } from '#server/people/passkeys/passkeys.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { deleteUser } from './delete-user.ts'
import { findAnsweredConsents, findConsents, getUser, isRegistered } from './queries.ts'
import type { ReplaceEmail } from './update-user.ts'
import { updateUserByAdmin } from './update-user.ts'
import { findChangedPeople } from './user-list.ts'
import { updateMembershipInfo } from './user-memberships.ts'
import { updateProfile } from './user-updates.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    consents: Awaited<ReturnType<typeof findAnsweredConsents>>
  }
}

export default (replaceEmail: ReplaceEmail) =>
  noun({
    calls: [users, userChanges, edits, userMemberships, userProfiles, userShapes],
    serve(gate, services) {
      const { db } = services
      serve(gate, users.checkEmailExists, async ({ query }) => ({
        emailExists: await isRegistered(services, query.email),
      }))
      serve(gate, users.getConsents, async ({ caller }) => ({
        consents: await findConsents(db, caller.userId),
      }))
      serve(gate, users.getProfile, async ({ caller }) => ({ userData: await getUser(db, caller.userId) }))
      serveWrite(gate, services, users.updateProfile, async (work, body, { caller }) => ({
        userData: await updateProfile(work, caller.userId, body),
      }))
      serveWrite(gate, services, users.updateMembershipInfo, async (work, body, { caller }) => ({
        userData: await updateMembershipInfo(work, caller.userId, body),
      }))
      serve(gate, userChanges.getPeople, ({ query }) => findChangedPeople(db, query))
      serve(gate, edits.getUserById, async ({ query }) => ({ userData: await getUser(db, query.userId) }))
      serve(gate, edits.getUserConsents, async ({ query }) => ({
        consents: await findAnsweredConsents(db, query.userId),
      }))
      serveWrite(gate, services, edits.updateUserByAdmin, async (work, body) => ({
        userData: await updateUserByAdmin(work, replaceEmail, body),
      }))
      serveWrite(gate, services, edits.removeUserPasskey, (work, { userId, passkeyId }) =>
        removeUserPasskey(work, userId, passkeyId),
      )
    },
    personal: {
      data: [
        personalData({
          key: 'profile',
          title: 'Profile',
          read: async (_, { user }) =>
            fieldsOf(user, [
              'userId',
              'email',
              'faaSafetyEmail',
              'firstName',
              'lastName',
              'companyName',
              'country',
              'state',
              'zip',
              'phone',
              'role',
              'registeredAt',
            ]),
          columns: {
            Name: (user) => nameOrEmail(user),
            Email: 'email',
            'FAASafety.gov email': 'faaSafetyEmail',
            Company: 'companyName',
            Country: 'country',
            'State/Province': 'state',
            'ZIP/Postal code': 'zip',
            Phone: ({ phone }) => phone.replace('||', ' '),
            'Account since': 'registeredAt',
            'Account id': 'userId',
            Administrator: ({ role }) => role === 'admin',
          },
        }),
        personalData({
          key: 'memberships',
          title: 'Professional memberships',
          read: async (_, { user }) =>
            fieldsOf(user, [
              'aopaNumber',
              'aopaSkipped',
              'nbaaNumber',
              'nbaaSkipped',
              'vaiNumber',
              'vaiSkipped',
            ]),
          columns: {
            AOPA: ({ aopaNumber, aopaSkipped }) => membership(aopaNumber, aopaSkipped),
            NBAA: ({ nbaaNumber, nbaaSkipped }) => membership(nbaaNumber, nbaaSkipped),
            VAI: ({ vaiNumber, vaiSkipped }) => membership(vaiNumber, vaiSkipped),
          },
        }),
        personalData({
          key: 'consents',
          title: 'Mailing list',
          read: ({ db }, { userId }) => findConsents(db, userId),
          columns: {
            Answered: 'answeredAt',
            Answer: ({ isGiven }) => (isGiven ? 'Agreed' : 'Not agreed'),
            'Text shown': 'textShown',
            'For the event': 'eventName',
          },
        }),
      ],
      record: { consents: ({ db }, { userId }) => findAnsweredConsents(db, userId) },
      async forget(work, { userId }) {
        await deleteUser(work, userId)
      },
    },
  })

function fieldsOf<Field extends keyof User>(user: User, fields: Field[]) {
  return Object.fromEntries(fields.map((field) => [field, user[field]])) as Pick<User, Field>
}

function membership(number: string | null, isSkipped: boolean) {
  return number ?? (isSkipped ? 'Not a member' : '')
}
