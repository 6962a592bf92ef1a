import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { sessionUser, useSession } from '#web/core/session/session.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { onReachableAgain } from './connection.ts'
import type { Reload } from './reload.ts'
import { ReloadContext } from './reload.ts'

/** Caches reads of the signed-in person. Another person starts with nothing. */
export function DataProvider({ children }: { children: ReactNode }) {
  const token = useSession((state) => state.userData?.token)
  return <DataOfOnePerson key={token}>{children}</DataOfOnePerson>
}

interface Options<Answer> {
  /** Shows the previous answer while another input loads. */
  keepPrevious?: boolean
  /** The milliseconds between reads while the page is open. */
  every?: number | undefined | ((answer: Answer | undefined) => number | undefined)
  isEnabled?: boolean
  /** Reads nothing again automatically, so that nothing moves during work. */
  isSteady?: boolean
  /** An ended session leads to no other page: the page is public. */
  isQuiet?: boolean
  /** Forgets the answer once nothing shows it, so that a preview is never outdated. */
  isForgotten?: boolean
}

interface Loaded<T> {
  data: T | undefined
  error: ApiError | null
  /** The data belongs to the previous input. */
  isPrevious: boolean
  reload: () => Promise<unknown>
}

/** Reads an endpoint, and caches the answer for half a minute. */
export function useData<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options<Data<E>> = {},
): Loaded<Data<E>> {
  const query = useQuery<Data<E>, ApiError>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => {
      const token = options.isQuiet ? sessionUser()?.token : undefined
      return call(endpoint, input, { signal, ...(token !== undefined && { token }) })
    },
    refetchInterval: ({ state }) =>
      (typeof options.every === 'function' ? options.every(state.data as Data<E>) : options.every) ?? false,
    enabled: options.isEnabled ?? true,
    refetchOnWindowFocus: !options.isSteady,
    ...(options.isForgotten && { gcTime: 0 }),
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
  return {
    data: query.data as Data<E> | undefined,
    error: query.error,
    isPrevious: query.isPlaceholderData,
    reload: query.refetch,
  }
}

function DataOfOnePerson({ children }: { children: ReactNode }) {
  const [client] = useState(newClient)
  // The data may be out of date, or have failed to load.
  useEffect(() => onReachableAgain(() => void client.invalidateQueries()), [client])
  const reload = useCallback<Reload>(
    async (...endpoints) => {
      // Otherwise a first read that began before the change would stay.
      await Promise.all(endpoints.map(({ path }) => client.cancelQueries({ queryKey: [path] })))
      // The change may show in other reads, too: they are read again once a page shows them.
      await client.invalidateQueries({ refetchType: 'none' })
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
        // The browser does not know if the portal is reachable.
        networkMode: 'always',
        refetchOnReconnect: false,
      },
    },
  })
}

/** Returns true if a retry may help. */
function isPassing(error: unknown) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
