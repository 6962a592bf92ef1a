import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { searchLine, yearText } from '#contract/core/fields.ts'
import { listFile, listFormat } from '#contract/core/list-files.ts'
import { numberText } from '#contract/core/wire.ts'
import { User } from '#contract/people/users/user.ts'
import { RegistrationFilter, RegistrationRow } from './rows.ts'

export const pageSizes = [100, 500, 1000] as const

/** The highest page that can be requested. */
export const lastPage = 1_000_000

/** The most search results that are counted. */
export const mostCounted = 10_000

export const Pagination = z.object({
  totalRecords: z.int(),
  /** There may be more than `totalRecords`. */
  isAtLeast: z.optional(z.boolean()),
  currentPage: z.int(),
  totalPages: z.int(),
  limit: z.int(),
})
export type Pagination = z.infer<typeof Pagination>

const paging = {
  /** From 1, the default. */
  page: z.optional(numberText('Pages are counted from 1', { min: 1, max: lastPage })),
  /** 100 by default. */
  limit: z.optional(numberText('A page has 1 to 1000 rows', { min: 1, max: 1000 })),
}

export const getAllRegisteredUsers = endpoint({
  route: 'GET /private/v2/get-all-registered-users',
  access: 'registrations:read',
  summary: `A page of all registrations. Search, filters and order apply to the whole list. Search results are counted up to ${mostCounted.toLocaleString('en')}.`,
  query: z.object({ ...RegistrationFilter.shape, ...paging }),
  data: z.object({
    registrations: z.array(RegistrationRow),
    pagination: Pagination,
    /** Excludes registrations made after this one. */
    newestId: z.int(),
  }),
})

/** The most new registrations counted; above, the page says 'more'. */
export const mostArrivals = 1000

export const getArrivals = endpoint({
  route: 'GET /private/registration-arrivals',
  access: 'registrations:read',
  summary: `Counts the registrations of a filter that are newer than the caller's list, up to ${mostArrivals}.`,
  query: z.object({
    ...RegistrationFilter.shape,
    /** The list's `newestId`. */
    after: numberText('A registration id is a number', { min: 0, max: 2_147_483_647 }),
  }),
  data: z.object({ arrivals: z.int() }),
})

/** The people without a registration for the events of a renewal year, for one of its events or for a slot. */
export const UnregisteredFilter = z.object({
  search: RegistrationFilter.shape.search,
  eventName: RegistrationFilter.shape.eventName,
  eventSlotId: RegistrationFilter.shape.eventSlotId,
  /** The renewal year of the events; the season by default. */
  year: z.optional(yearText),
})
export type UnregisteredFilter = z.output<typeof UnregisteredFilter>

export const getAllUnregisteredUsers = endpoint({
  route: 'GET /private/v2/get-all-unregistered-users',
  access: 'registrations:read',
  summary:
    'A page of the people without a registration for the events of a renewal year, for one of its events or for a slot, in the order of their names. Excludes administrators.',
  query: z.object({ ...UnregisteredFilter.shape, ...paging }),
  data: z.object({ users: z.array(User), pagination: Pagination }),
})

export const exportUnregisteredUsersCsv = endpoint({
  route: 'GET /private/v2/export-unregistered-users-csv',
  access: 'exports:read',
  summary: 'All people without a registration of a filter as CSV or an Excel workbook, with their consent.',
  query: z.extend(UnregisteredFilter, listFormat),
  file: listFile,
})

const { focusId, country, state, membership, certificate, joinUrl } = RegistrationFilter.shape

export const countOtherYears = endpoint({
  route: 'GET /private/registration-years',
  access: 'registrations:read',
  summary: `Counts what a search finds in other renewal years than this, the newest first; up to ${mostCounted.toLocaleString('en')} in all.`,
  query: z.object({
    search: searchLine().check(z.refine((text) => text.trim() !== '', { error: 'A search is needed' })),
    /** The renewal year that is left out. */
    year: yearText,
    focusId,
    country,
    state,
    membership,
    certificate,
    joinUrl,
  }),
  data: z.object({
    years: z.array(z.object({ year: z.int(), registrations: z.int() })),
    /** There may be more in each of them. */
    isAtLeast: z.optional(z.boolean()),
  }),
})

export const exportRegisteredUsersCsv = endpoint({
  route: 'GET /private/v2/export-registered-users-csv',
  access: 'exports:read',
  summary:
    'All registrations of a filter as CSV or an Excel workbook. `columns=all` adds first and last names, consent, memberships and the days of the hours.',
  query: z.extend(RegistrationFilter, {
    columns: z.optional(z.enum(['all'], { error: "Has to be 'all' or absent" })),
    ...listFormat,
  }),
  file: listFile,
})
