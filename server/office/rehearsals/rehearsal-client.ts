import type { FastifyInstance, InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import {
  attendanceField,
  attendanceZoneField,
  UploadedAttendance,
  uploadAttendance,
} from '#contract/attendance/attendance-uploads/calls.ts'
import type { Data, Endpoint, Failure, Input, Success } from '#contract/core/endpoint.ts'
import { wireInput } from '#contract/core/endpoint.ts'

/** A file that the administrator uploads. */
export interface UploadedFile {
  name: string
  text: string
}

export type RehearsalClient = ReturnType<typeof openRehearsalClient>

/** Opens a client that calls the portal like a browser, without a socket. */
export function openRehearsalClient(app: Pick<FastifyInstance, 'inject'>) {
  const send = async (request: InjectOptions, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await app.inject({ ...request, headers })
    const said = answer.json() as Success<unknown> | Failure
    if (said.error)
      throw new Error(
        `${String(request.url)}: ${said.code} ${said.message} ${JSON.stringify(said.fields ?? {})}`,
      )
    return said.data
  }
  return {
    /** Uploads a list whose times are UTC as a report of a slot. Throws if it is refused or can't be read. */
    async upload(eventSlotId: number, { name, text }: UploadedFile, token: string): Promise<void> {
      const payload = new FormData()
      payload.set(attendanceField, new Blob([text]), name)
      payload.set(attendanceZoneField, 'UTC')
      const url = `/api${uploadAttendance.path.replace(':event_slot_id', String(eventSlotId))}`
      const data = await send({ method: uploadAttendance.method, url, payload: payload as never }, token)
      const { reportId, problems } = z.parse(UploadedAttendance, data)
      if (reportId === null) throw new Error(`${name}: ${problems.map(({ problem }) => problem).join(' ')}`)
    },
    /** Calls an endpoint of the contract; `token` is a session's. Throws if it refuses. */
    async call<E extends Endpoint>(endpoint: E, input: Input<E>, token?: string): Promise<Data<E>> {
      const { params = {}, query, body } = wireInput(endpoint, input)
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      const texts = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
      const data = await send(
        {
          method: endpoint.method,
          url: `/api${path}`,
          query: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
          ...(body && { payload: body }),
        },
        token,
      )
      return z.parse(endpoint.data as z.ZodMiniType, data) as Data<E>
    },
  }
}
