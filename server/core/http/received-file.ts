import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal, refuseFields } from './refusal.ts'
import type { Gate } from './serve.ts'

/** Serves routes that accept forms; all others accept only JSON. */
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
 * Returns the one file of a form, in the field of that name, and its name up to 200 characters; '' if it has none. Refuses with
 * `tooLarge` as soon as too many bytes have come, without keeping any; refuses a form without the file or with another, and a body
 * that is no form.
 */
export async function receiveFile(
  request: FastifyRequest,
  field: string,
  { mostBytes, tooLarge }: Limit,
): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw new Refusal('FORM_EXPECTED')
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw tooLarge
  try {
    return await readForm(request, field, { mostBytes, tooLarge })
  } catch (problem) {
    // A truncated or malformed form is no bug of ours.
    throw problem instanceof Refusal ? problem : new Refusal('MALFORMED')
  } finally {
    // A body that is refused halfway must still be read to its end, or the connection's next call would wait forever.
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
    // As everywhere, unknown fields are ignored; a file is not.
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
  // The last piece may have been cut off and read before the limit was reported.
  if (file.truncated) throw tooLarge
  return Buffer.concat(chunks)
}
