import type { RefusalCode } from './refusals.ts'

/** The permissions that an administrators' endpoint may require: a thing, and whether it is read or changed. */
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

/** The callers of an endpoint: anybody, a signed-in person, any administrator, or administrators whose role has a permission. */
export type Access = 'public' | 'user' | 'admin' | Permission

/** The permissions to act for people. Only they read links and codes with which one acts as a person. */
const actsForPeople: readonly string[] = ['registrations:write', 'webinars:write', 'check-ins:write']

/** Tells whether somebody reads links and codes with which one acts as a person. Others read only whether there is one. */
export function readsPersonalLinks({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions.some((permission) => actsForPeople.includes(permission))
}

interface Caller {
  role: 'user' | 'admin'
  /** The permissions of an administrator's role. */
  permissions: readonly string[]
}

/** Returns why somebody may not call an endpoint, or undefined if they may; nobody is signed in without a caller. */
export function accessRefusal(access: Access, caller: Caller | undefined): RefusalCode | undefined {
  if (access === 'public') return undefined
  if (!caller) return 'SIGNED_OUT'
  if (access === 'user') return undefined
  if (caller.role !== 'admin') return 'NOT_ADMINISTRATOR'
  return access === 'admin' || caller.permissions.includes(access) ? undefined : 'NOT_PERMITTED'
}
