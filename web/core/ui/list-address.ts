import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** What the address asks a list for, as `read` understands it, and a way to ask for something else. */
export function useListAddress<Search extends Record<string, unknown>>(
  read: (params: Record<string, unknown>) => Search,
) {
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as Record<string, unknown>
  const search = useMemo(() => read(params), [read, params])
  const change = (changes: Search, replace = false) =>
    void navigate({ to: '.', search: read({ ...search, ...changes }), replace, resetScroll: false })
  return { search, change }
}
