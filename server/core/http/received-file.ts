import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { cleanLine } from '#server/core/clean-line.ts'
import { bodyLimitOf } from './failures.ts'
import { Refusal, refuseFields } from './refusal.ts'
import type { Gate } from './serve.ts'

/** Serves routes that accept forms; all others accept JSON only. */
export function acceptForms(gate: Gate, serveRoutes: (gate: Gate) => void) {
  gate.app.register(async (app) => {
    await app.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fields: 20, fieldSize: 1024, files: 2, headerPairs: 20 },
    })
    serveRoutes({ ...gate, app })
  })
}

export interface FileLimit {
  mostBytes: number
  tooLarge: Refusal
  /** The most bytes per text; 1,024 by default. */
  mostTextBytes?: number
}

interface ReceivedFile {
  bytes: Buffer
  /** One line, up to 200 characters; '' if none. */
  name: string
}

interface ReceivedForm {
  file: ReceivedFile | undefined
  /** The form's texts by field. */
  texts: Map<string, string>
}

/** Returns the form's one file, as `receiveForm` does, and its texts. Refuses a form without the file. */
export async function receiveFile(
  request: FastifyRequest,
  field: string,
  limit: FileLimit,
): Promise<ReceivedFile & Pick<ReceivedForm, 'texts'>> {
  const { file, texts } = await receiveForm(request, field, limit)
  if (!file) refuseFields(notOne(field))
  return { ...(file as ReceivedFile), texts }
}

/**
 * Returns the file in the named field, and the form's texts. Refuses with `tooLarge` as soon as too many
 * bytes came, without keeping any. Also refuses other files, long texts, and bodies that are not forms.
 */
export async function receiveForm(
  request: FastifyRequest,
  field: string,
  limit: FileLimit,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new Refusal('FORM_EXPECTED')
  if (Number(request.headers['content-length']) > bodyLimitOf(request)) throw limit.tooLarge
  try {
    return await readForm(request, field, limit)
  } catch (problem) {
    // A truncated or malformed form is not our bug.
    throw problem instanceof Refusal ? problem : new Refusal('MALFORMED')
  } finally {
    // A body refused halfway must be read to its end, or the connection's next call would wait forever.
    request.raw.unpipe().resume()
  }
}

function notOne(field: string): Record<string, string> {
  return { [field]: `Please send one file, in the field "${field}"` }
}

async function readForm(
  request: FastifyRequest,
  field: string,
  { mostBytes, tooLarge, mostTextBytes }: FileLimit,
): Promise<ReceivedForm> {
  const texts = new Map<string, string>()
  let file: ReceivedFile | undefined
  const limits = { fileSize: mostBytes, ...(mostTextBytes && { fieldSize: mostTextBytes }) }
  for await (const part of request.parts({ limits })) {
    // Unknown fields are ignored, as everywhere; unknown files are not.
    if (part.type !== 'file') {
      if (part.valueTruncated) throw new Refusal('TOO_LARGE')
      if (typeof part.value === 'string') texts.set(part.fieldname, part.value)
      // Its type was JSON.
      else texts.set(part.fieldname, JSON.stringify(part.value))
      continue
    }
    if (part.fieldname !== field || file) refuseFields(notOne(field))
    file = { bytes: await readBytes(part, tooLarge), name: cleanLine(part.filename ?? '') }
  }
  return { file, texts }
}

async function readBytes({ file }: MultipartFile, tooLarge: Refusal) {
  const chunks: Buffer[] = []
  file.once('limit', () => file.destroy(tooLarge))
  for await (const chunk of file) chunks.push(chunk)
  // The last piece may have been truncated before the limit was reported.
  if (file.truncated) throw tooLarge
  return Buffer.concat(chunks)
}
