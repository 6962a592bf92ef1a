import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { wireFields } from '#contract/core/wire.ts'
import { openTurns } from '#server/core/turns.ts'
import { isTooDense } from './dense-json.ts'
import type { FileLimit } from './received-file.ts'
import { acceptForms, receiveForm } from './received-file.ts'
import { Refusal } from './refusal.ts'
import type { Gate } from './serve.ts'

/** The most forms received at the same time, to limit memory. */
const mostAtOnce = 20

/** A formatted text of 20,000 characters of several bytes each. */
const mostTextBytes = 128 * 1024

/**
 * Serves routes whose body may also be a form, with a file or long list in the endpoint's `fileField`. Verbs
 * get the same body either way. By default the file may be as large as the form.
 */
export function acceptFormBodies(
  gate: Gate,
  serveRoutes: (gate: Gate) => void,
  limit?: Omit<FileLimit, 'mostTextBytes'>,
) {
  const turns = openTurns(mostAtOnce)
  acceptForms(gate, (gate) => {
    gate.app.addHook('preValidation', async (request) => {
      const { caller, routeOptions } = request
      const { endpoint } = routeOptions.config
      if (!(caller && endpoint?.fileField && request.isMultipart())) return
      request.body = await turns.visit(caller, () => receiveBody(request, endpoint, limit))
    })
    serveRoutes(gate)
  })
}

async function receiveBody(
  request: FastifyRequest,
  { fileField = '', body, large }: Endpoint,
  limit: FileLimit = { mostBytes: large?.mostBytes ?? 0, tooLarge: new Refusal('TOO_LARGE') },
): Promise<object> {
  const fields = wireFields(body)
  const { file, texts } = await receiveForm(request, fileField, { ...limit, mostTextBytes })
  const isJson = ([name, text]: [string, string]) => !isAccepted(fields[name], text)
  if (isTooDense(...[...texts].filter(isJson).map(([, text]) => Buffer.from(text))))
    throw new Refusal('TOO_LARGE')
  const values = [...texts].map((each) => [each[0], isJson(each) ? parsed(each[1]) : each[1]])
  if (file) values.push([fileField, asFileOrList(fields[fileField], file)])
  return Object.fromEntries(values)
}

function isAccepted(field: z.ZodMiniType | undefined, given: string | File) {
  return field !== undefined && z.safeParse(field, given).success
}

/** Returns the value of a JSON text, or else the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the file, or its parsed JSON if its field is a list. */
function asFileOrList(field: z.ZodMiniType | undefined, { bytes, name }: { bytes: Buffer; name: string }) {
  const file = new File([bytes as Uint8Array<ArrayBuffer>], name || 'file')
  if (isAccepted(field, file)) return file
  if (isTooDense(bytes)) throw new Refusal('TOO_LARGE')
  if (!isUtf8(bytes)) throw new Refusal('MALFORMED')
  return parsed(bytes.toString())
}
