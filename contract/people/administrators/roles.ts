import type { Permission } from '#contract/core/permissions.ts'
import { permissions } from '#contract/core/permissions.ts'

interface Role {
  label: string
  /** The role's work in words, for the administrator who assigns it. */
  about: string
  permissions: readonly Permission[]
}

const reads = permissions.filter(
  (permission) => permission.endsWith(':read') && permission !== 'exports:read',
)

/** Every administrator role. Another one needs a line here and a migration of `administrators.role`. */
export const roles = {
  administrator: {
    label: 'Administrator',
    about: 'Sees and changes everything, and invites others.',
    permissions,
  },
  viewer: {
    label: 'Viewer',
    about: 'Sees everything and changes nothing. Cannot export people.',
    permissions: reads,
  },
  'exporting-viewer': {
    label: 'Viewer with exports',
    about: 'Sees everything, changes nothing, and exports people as files.',
    permissions: [...reads, 'exports:read'],
  },
  'front-desk': {
    label: 'Front desk',
    about: 'Finds the people of one day’s events and checks them in.',
    permissions: ['check-ins:write'],
  },
} as const satisfies Record<string, Role>

export type AdministratorRole = keyof typeof roles
export const administratorRoles = Object.keys(roles) as [AdministratorRole, ...AdministratorRole[]]
