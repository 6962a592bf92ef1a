import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'

/** A long list, read in portions. */
export interface Portions<Row> {
  /** The rows so far, in order; undefined before the first portion. */
  data: Row[] | undefined
  error: ApiError | null
  /** The portions belong to the previous input. */
  isPrevious: boolean
  hasMore: boolean
  isReadingMore: boolean
  readMore: () => Promise<unknown>
  reload: () => Promise<unknown>
}

type RowOf<E extends Endpoint, List> = Data<E> extends Record<List & string, (infer Row)[]> ? Row : never

/**
 * Reads an endpoint's `list` in portions. `inputFrom`: the input for the rows after a place. `place`: the
 * field of a row that says its place.
 */
export function usePortions<E extends Endpoint, List extends keyof Data<E>>(
  endpoint: E,
  inputFrom: (place: number | undefined) => Input<E>,
  list: List,
  place: keyof RowOf<E, List>,
): Portions<RowOf<E, List>> {
  const rowsOf = (portion: Data<E>) => portion[list] as RowOf<E, List>[]
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'portions', inputFrom(undefined)],
    queryFn: ({ pageParam, signal }) => call(endpoint, inputFrom(pageParam), { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (portion) =>
      (portion as { hasMore: boolean }).hasMore ? (rowsOf(portion).at(-1)?.[place] as number) : undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return {
    data: query.data?.pages.flatMap(rowsOf),
    error: query.error as ApiError | null,
    isPrevious: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: query.fetchNextPage,
    reload: query.refetch,
  }
}
