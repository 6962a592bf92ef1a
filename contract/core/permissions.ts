import type { RefusalCode } from './refusals.ts'

/** The permissions that an administrators' endpoint may require: a subject, to read or to write. */
export const permissions = [
  'registrations:read',
  'registrations:write',
  'credits:write',
  'events:read',
  'events:write',
  'webinars:read',
  'webinars:write',
  'people:read',
  'people:write',
  'mails:read',
  'mails:write',
  'exports:read',
  'settings:read',
  'settings:write',
  'administrators:read',
  'administrators:write',
  'check-ins:write',
] as const
export type Permission = (typeof permissions)[number]

/** The permissions that an API key can have: no key makes administrators or other keys. */
export const keyPermissions = permissions.filter((permission) => permission !== 'administrators:write')

/** The callers of an endpoint: anyone, a signed-in person, any administrator, or roles with a permission. */
export type Access = 'public' | 'user' | 'admin' | Permission

/** The permissions to act for people. Only their owners read a person's links and codes. */
const actsForPeople: readonly string[] = ['registrations:write', 'webinars:write', 'check-ins:write']

/** Returns true if the caller reads personal links and codes. Others see only if there is one. */
export function readsPersonalLinks({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions.some((permission) => actsForPeople.includes(permission))
}

interface Caller {
  role: 'user' | 'admin'
  permissions: readonly string[]
  apiKey?: unknown
}

interface Asked {
  access: Access
  path?: string
}

/** The calls without a permission that an API key can use, because they answer everybody alike. */
const openToKeys = ['/private/get-all-events', '/private/get-all-focus']

/**
 * Returns true if no API key can use an endpoint. Those without a permission are a person's own affairs:
 * session, passkeys, second factor, profile, data and registrations. No key makes administrators or keys.
 */
export function isForPeopleOnly({ access, path = '' }: Asked): boolean {
  if (access === 'administrators:write') return true
  return (access === 'user' || access === 'admin') && !openToKeys.includes(path)
}

/** Returns why a caller may not use an endpoint, or undefined. No caller means not signed in. */
export function accessRefusal(asked: Asked, caller: Caller | undefined): RefusalCode | undefined {
  const { access } = asked
  if (access === 'public') return undefined
  if (!caller) return 'SIGNED_OUT'
  if (caller.apiKey && isForPeopleOnly(asked)) return 'FOR_PEOPLE_ONLY'
  if (access === 'user') return undefined
  if (caller.role !== 'admin') return 'NOT_ADMINISTRATOR'
  return access === 'admin' || caller.permissions.includes(access) ? undefined : 'NOT_PERMITTED'
}
