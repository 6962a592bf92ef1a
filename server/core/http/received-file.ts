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

export interface ReceivedFile {
  bytes: Buffer
  /** Up to 200 characters; '' if it has none. */
  name: string
  /** The form's texts by their fields. */
  texts: Map<string, string>
}

/**
 * Returns the one file of a form, in the field of that name, and the form's texts. Refuses with
 * `tooLarge` as soon as too many bytes have come, without keeping any; refuses a form without the file or with another, and a body
 * that is no form.
 */
export async function receiveFile(
  request: FastifyRequest,
  field: string,
  { mostBytes, tooLarge }: Limit,
): Promise<ReceivedFile> {
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
): Promise<ReceivedFile> {
  const notOne = { [field]: `Please send one file, in the field "${field}"` }
  const texts = new Map<string, string>()
  let received: Omit<ReceivedFile, 'texts'> | undefined
  for await (const part of request.parts({ limits: { fileSize: mostBytes } })) {
    // As everywhere, unknown fields are ignored; a file is not.
    if (part.type !== 'file') {
      if (typeof part.value === 'string') texts.set(part.fieldname, part.value)
      continue
    }
    if (part.fieldname !== field || received) refuseFields(notOne)
    received = { bytes: await readBytes(part, tooLarge), name: (part.filename ?? '').slice(0, 200) }
  }
  if (!received) refuseFields(notOne)
  return { ...(received as Omit<ReceivedFile, 'texts'>), texts }
}

async function readBytes({ file }: MultipartFile, tooLarge: Refusal): Promise<Buffer> {
  const chunks: Buffer[] = []
  file.once('limit', () => file.destroy(tooLarge))
  for await (const chunk of file) chunks.push(chunk)
  // The last piece may have been cut off and read before the limit was reported.
  if (file.truncated) throw tooLarge
  return Buffer.concat(chunks)
}
