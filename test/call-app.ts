import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Data, Endpoint, Failure, Input, Success } from '#contract/core/endpoint.ts'
import { encodeBody, wireInput } from '#contract/core/endpoint.ts'

export interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, unknown>
  /** The decoded data; reading it after a failure throws an error with the portal's words. */
  data: Data<E>
  /** The data as on the wire. */
  wire: unknown
  /** The failure; undefined after a success. */
  failure: Failure | undefined
}

/** Calls an endpoint of the contract like a client, without a socket; `token` is a session's. */
export async function callApp<E extends Endpoint>(
  app: Pick<FastifyInstance, 'inject'>,
  endpoint: E,
  input: Input<E>,
  token?: string,
): Promise<Answer<E>> {
  const { params = {}, query, body } = wireInput(endpoint, input)
  const sent = body && encodeBody(endpoint, body)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const answer = await app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query: Object.fromEntries(
      Object.entries(query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
    },
    ...(sent && { payload: sent as never }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const said = isJson ? (answer.json() as Success<Data<E>> | Failure) : undefined
  const failure = said?.error ? said : undefined
  return {
    status: answer.statusCode,
    headers: answer.headers,
    failure,
    wire: isJson ? answer.json().data : undefined,
    get data() {
      if (failure)
        throw new Error(
          `${endpoint.path}: ${failure.code} ${failure.message} ${JSON.stringify(failure.fields)}`,
        )
      return z.parse(endpoint.data as z.ZodMiniType, (said as Success<unknown>).data) as Data<E>
    },
  }
}
