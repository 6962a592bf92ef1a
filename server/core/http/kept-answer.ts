import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Data, Endpoint } from '#contract/core/endpoint.ts'

/** A finished answer in bytes, to be sent many times. */
export interface KeptAnswer {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Brotli quality 6: 10 % larger than 11, but the first caller after an edit waits only a few ms. */
const brotliQuality = 6
const compressBr = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Returns an endpoint's answer in its envelope, encoded and compressed. */
export async function keptAnswer<E extends Endpoint>(endpoint: E, data: Data<E>): Promise<KeptAnswer> {
  const encoded = z.encode(endpoint.data as z.ZodMiniType, data)
  return keptBytes(Buffer.from(JSON.stringify({ error: false, data: encoded })))
}

/** Returns bytes with their compressed forms. */
export async function keptBytes(plain: Buffer): Promise<KeptAnswer> {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const [br, gzip] = await Promise.all([
    compressBr(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    compressGzip(plain),
  ])
  return { etag, plain, br, gzip }
}

/** Sends it in an encoding that the caller accepts, or 304 if the caller has it. */
export function sendKept(
  answer: KeptAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  reply
    .header('etag', answer.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(answer[encoding ?? 'plain'])
}

/** Returns our best encoding that a caller accepts; undefined: none. */
export function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const offers = String(accepted ?? '')
  if (/\bbr\b/.test(offers)) return 'br'
  return /\bgzip\b/.test(offers) ? 'gzip' : undefined
}
