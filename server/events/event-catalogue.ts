import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { getAllEvents } from '#contract/events.ts'
import type { Services } from '#server/services.ts'
import { findEventSlots } from './queries.ts'

/** The finished answer of the events list, kept in bytes until an event changes. */
interface KeptAnswer {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

export interface EventCatalogue {
  /** Answers with the events that start in a year, or with all; 304 when the caller has them. */
  send(request: FastifyRequest, reply: FastifyReply, year: number | undefined): Promise<FastifyReply>
}

/** A tenth larger than at 11, and done in a few milliseconds: whoever asks after an edit waits for it. */
const brotliQuality = 6
const compressBr = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Beyond these many years somebody is making years up: they are answered, not kept. */
const mostYears = 20

/** The database tells every process when an event, slot, speaker or sponsor changes; while it can't, nothing is kept. */
export function openEventCatalogue({ db, notices }: Services): EventCatalogue {
  const kept = new Map<number | undefined, Promise<KeptAnswer>>()
  notices.on('events_changed', () => kept.clear())
  notices.onGap(() => kept.clear())

  function find(year: number | undefined): Promise<KeptAnswer> {
    const known = kept.get(year)
    if (known) return known
    const made = makeAnswer()
    if (notices.isListening() && kept.size < mostYears) {
      kept.set(year, made)
      made.catch(() => kept.delete(year))
    }
    return made

    async function makeAnswer() {
      return keptAnswerOf({ events: await findEventSlots(db, year) })
    }
  }

  return {
    async send(request, reply, year) {
      const answer = await find(year)
      reply
        .header('etag', answer.etag)
        .header('vary', 'accept-encoding')
        .header('cache-control', 'private, no-cache')
      if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
      const encoding = encodingOf(request.headers['accept-encoding'])
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type('application/json; charset=utf-8').send(answer[encoding ?? 'plain'])
    },
  }
}

async function keptAnswerOf(data: unknown): Promise<KeptAnswer> {
  const plain = Buffer.from(
    JSON.stringify({ error: false, data: z.encode(getAllEvents.data as z.ZodMiniType, data) }),
  )
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const [br, gzip] = await Promise.all([
    compressBr(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    compressGzip(plain),
  ])
  return { etag, plain, br, gzip }
}

function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const offers = String(accepted ?? '')
  if (/\bbr\b/.test(offers)) return 'br'
  return /\bgzip\b/.test(offers) ? 'gzip' : undefined
}
