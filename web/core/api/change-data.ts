import { useQueryClient } from '@tanstack/react-query'
import type { Data, Endpoint } from '#contract/core/endpoint.ts'

/** Changes the data of an endpoint wherever it is shown, without reading it again. */
export function useChangeData<E extends Endpoint>(endpoint: E): (change: (data: Data<E>) => Data<E>) => void {
  const client = useQueryClient()
  return (change) =>
    client.setQueriesData<Data<E>>({ queryKey: [endpoint.path] }, (data) => data && change(data))
}
