import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal, refuseFields } from './refusal.ts'
import type { Gate } from './serve.ts'

/** Serves routes that take forms; everywhere else only JSON is read. */
export function acceptForms(gate: Gate, serveRoutes: (gate: Gate) => void): void {
  gate.app.register(async (app) => {
    await app.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fields: 20, fieldSize: 1024, files: 2, headerPairs: 20 },
    })
    serveRoutes({ ...gate, app })
  })
}

interface Limit {
  mostBytes: number
  tooLarge: Refusal
}

/**
 * The one file of a form, in the field of that name. Refuses with `tooLarge` as soon as more bytes have come, without keeping
 * any; a form without the file, or with another, and what is no form at all.
 */
export async function receiveFile(request: FastifyRequest, field: string, limit: Limit): Promise<Buffer> {
  return (await receiveNamedFile(request, field, limit)).bytes
}

/** The same with the name that the file has where it comes from, 200 characters of it; '' where it has none. */
export async function receiveNamedFile(
  request: FastifyRequest,
  field: string,
  { mostBytes, tooLarge }: Limit,
): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw new Refusal('FORM_EXPECTED')
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw tooLarge
  try {
    return await readForm(request, field, { mostBytes, tooLarge })
  } catch (problem) {
    // A form that is cut off or wrongly put together is no bug of ours.
    throw problem instanceof Refusal ? problem : new Refusal('MALFORMED')
  } finally {
    // What was refused half way still has to come to its end, or the next call of this connection would wait for ever.
    request.raw.unpipe().resume()
  }
}

async function readForm(
  request: FastifyRequest,
  field: string,
  { mostBytes, tooLarge }: Limit,
): Promise<{ bytes: Buffer; name: string }> {
  const notOne = { [field]: `Please send one file, in the field "${field}"` }
  let received: { bytes: Buffer; name: string } | undefined
  for await (const part of request.parts({ limits: { fileSize: mostBytes } })) {
    // As everywhere, fields that nobody knows are ignored; a file is not.
    if (part.type !== 'file') continue
    if (part.fieldname !== field || received) refuseFields(notOne)
    received = { bytes: await readBytes(part, tooLarge), name: (part.filename ?? '').slice(0, 200) }
  }
  if (!received) refuseFields(notOne)
  return received as { bytes: Buffer; name: string }
}

async function readBytes({ file }: MultipartFile, tooLarge: Refusal): Promise<Buffer> {
  const chunks: Buffer[] = []
  file.once('limit', () => file.destroy(tooLarge))
  for await (const chunk of file) chunks.push(chunk)
  // The last piece may have been cut off and read before anybody was told.
  if (file.truncated) throw tooLarge
  return Buffer.concat(chunks)
}
