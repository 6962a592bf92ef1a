import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'

/** A long list, read in portions. */
export interface Portions<T> {
  /** The portions so far, in order; undefined before the first. */
  data: T[] | undefined
  error: ApiError | null
  /** The portions belong to the previous input. */
  isPrevious: boolean
  hasMore: boolean
  isReadingMore: boolean
  readMore: () => Promise<unknown>
  reload: () => Promise<unknown>
}

/** Reads an endpoint in portions. `inputFrom`: the input for a place. `next`: the place after a portion. */
export function usePortions<E extends Endpoint>(
  endpoint: E,
  inputFrom: (place: number | undefined) => Input<E>,
  next: (portion: Data<E>) => number | undefined,
): Portions<Data<E>> {
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'portions', inputFrom(undefined)],
    queryFn: ({ pageParam, signal }) => call(endpoint, inputFrom(pageParam), { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return {
    data: query.data?.pages,
    error: query.error as ApiError | null,
    isPrevious: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: query.fetchNextPage,
    reload: query.refetch,
  }
}
