import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { RegistrationSearch, readRegistrationSearch } from './registration-search.ts'

/** Named filters of an administrator. Without a year, they mean the season when used. */
export interface SavedFilter {
  name: string
  search: RegistrationSearch
}

/** The saved filters of All Registrations, stored in this browser. */
export const useSavedFilters = create<{ filters: SavedFilter[] }>()(
  persist((): { filters: SavedFilter[] } => ({ filters: [] }), { name: 'saved filters' }),
)

/** Adds the filters and the order under a name, by name. Replaces the same name. */
export function withFilter(filters: SavedFilter[], name: string, search: RegistrationSearch): SavedFilter[] {
  const { page: _, limit: __, ...kept } = search
  return [...withoutFilter(filters, name), { name, search: kept }].sort((one, other) =>
    one.name.localeCompare(other.name),
  )
}

export function withoutFilter(filters: SavedFilter[], name: string): SavedFilter[] {
  return filters.filter((filter) => filter.name.toLowerCase() !== name.toLowerCase())
}

/** Returns the changes that lead from any filters to the saved ones. Drops values unknown to the portal. */
export function changesTo({ search }: SavedFilter): RegistrationSearch {
  const { limit: _, ...others } = RegistrationSearch.shape
  const none = Object.fromEntries(Object.keys(others).map((name) => [name, undefined]))
  return { ...none, ...readRegistrationSearch(search) }
}
