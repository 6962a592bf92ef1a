import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { useSession } from '#web/core/session/session.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { onReachableAgain } from './connection.ts'
import { type Reload, ReloadContext } from './reload.ts'

/** Keeps what was read for the signed-in person; another person starts with nothing. */
export function DataProvider({ children }: { children: ReactNode }) {
  const token = useSession((state) => state.userData?.token)
  return <DataOfOnePerson key={token}>{children}</DataOfOnePerson>
}

interface Options<Answer> {
  /** Keeps showing the last answer while another input's is on its way. */
  keepPrevious?: boolean
  /** Milliseconds between reads while the page is open; undefined: no more of them. */
  every?: number | undefined | ((answer: Answer | undefined) => number | undefined)
  isEnabled?: boolean
  /** What is shown is not read again by itself, so that nothing moves under the hand. */
  isSteady?: boolean
}

interface Loaded<T> {
  data: T | undefined
  error: ApiError | null
  isLoading: boolean
  isRefreshing: boolean
  /** What is shown answers the input before. */
  isPrevious: boolean
  reload: () => Promise<unknown>
}

/** What an endpoint answers, read when shown and kept for half a minute. */
export function useData<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options<Data<E>> = {},
): Loaded<Data<E>> {
  const query = useQuery<Data<E>, ApiError>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    refetchInterval: ({ state }) =>
      (typeof options.every === 'function' ? options.every(state.data as Data<E>) : options.every) ?? false,
    enabled: options.isEnabled ?? true,
    refetchOnWindowFocus: !options.isSteady,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
  return {
    data: query.data as Data<E> | undefined,
    error: query.error,
    isLoading: query.isPending && query.fetchStatus !== 'idle',
    isRefreshing: query.isFetching && !query.isPending,
    isPrevious: query.isPlaceholderData,
    reload: query.refetch,
  }
}

function DataOfOnePerson({ children }: { children: ReactNode }) {
  const [client] = useState(newClient)
  // What is shown may be out of date, or have failed.
  useEffect(() => onReachableAgain(() => void client.invalidateQueries()), [client])
  const reload = useCallback<Reload>(
    async (...endpoints) => {
      // What is being read for the first time may have been answered before the change: it would not be asked again.
      await Promise.all(endpoints.map(({ path }) => client.cancelQueries({ queryKey: [path] })))
      await Promise.all(endpoints.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
    },
    [client],
  )
  return (
    <QueryClientProvider client={client}>
      <ReloadContext value={reload}>{children}</ReloadContext>
    </QueryClientProvider>
  )
}

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        // Asked whatever the browser thinks of its network: it doesn't know where the portal is.
        networkMode: 'always',
        refetchOnReconnect: false,
      },
    },
  })
}

/** Whether asking again may help. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
