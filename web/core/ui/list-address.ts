import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Returns the search parameters in a list's address, read by `read`, and functions to change and clear them. */
export function useListAddress<Search extends Record<string, unknown>>(
  read: (params: Record<string, unknown>) => Search,
) {
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as Record<string, unknown>
  const search = useMemo(() => read(params), [read, params])
  const change = (changes: Search, replace = false) =>
    void navigate({ to: '.', search: read({ ...search, ...changes }), replace, resetScroll: false })
  const clear = () => void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  return { search, change, clear }
}
