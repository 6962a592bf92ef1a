import { afterEach, expect, test } from 'vitest'
import { inviteAdministrator } from '#contract/people/administrators/calls.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { checkAdminAccess } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { can } from './can.ts'
import { readKept, writeKept } from './kept-session.ts'
import { useSession } from './session.ts'
import type { SessionUser } from './session-user.ts'

afterEach(() => useSession.setState({ userData: null }))

const calls = [checkAdminAccess, getProfile, getAllRegisteredUsers, inviteAdministrator]
const user: User = {
  ...completeProfile,
  userId: '1',
  printedName: '',
  faaSafetyEmail: '',
  unprintableLetters: '',
  email: 'pat@example.com',
  role: 'user',
  registeredAt: new Date(),
  isAopMember: 'NO_INPUT',
  aopaNumber: null,
  aopaSkipped: false,
  nbaaNumber: null,
  nbaaSkipped: false,
  vaiNumber: null,
  vaiSkipped: false,
  hasGivenMailingConsent: null,
  mailingConsentAt: null,
  mailingConsentEventName: null,
  version: 1,
}

test.each([
  ['nobody', undefined, [true, false, false, false]],
  ['a person', { isAdmin: false }, [true, true, false, false]],
  ['a viewer', { isAdmin: true, permissions: [...roles.viewer.permissions] }, [true, true, true, false]],
  [
    'an administrator',
    { isAdmin: true, permissions: [...roles.administrator.permissions] },
    [true, true, true, true],
  ],
  ['an administrator of a session that an older portal began', { isAdmin: true }, [true, true, true, true]],
  ['the front desk', { isAdmin: true, permissions: ['check-ins:write'] }, [true, true, false, false]],
])('%s can make the calls of their role', (_, session, expected) => {
  const kept = session && writeKept({ ...user, token: 'token', ...session } as SessionUser)
  useSession.setState({ userData: kept === undefined ? null : readKept(kept) })
  expect(calls.map(can)).toEqual(expected)
})
