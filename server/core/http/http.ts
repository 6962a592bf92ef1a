import { isUtf8 } from 'node:buffer'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from '#server/core/log.ts'
import { answerFailures, answerRefusal, answerUnreadable, answerUnroutable } from './failures.ts'
import { measure } from './metrics.ts'
import { Refusal } from './refusal.ts'
import { nextRequestId } from './request-id.ts'
import { secureHeaders } from './secure-headers.ts'

export interface HttpOptions {
  /** Addresses of reverse proxies whose X-Forwarded-For counts; empty: none. */
  trustProxy: string[]
  /** Where people reach the portal; https switches HSTS on. */
  publicUrl: string
}

/** The largest body of a JSON call, in bytes: a message of 5,000 characters with room to spare. */
const bodyLimit = 64 * 1024

/** How long whom is waited for, in ms. */
export interface HttpTimes {
  /** A request has to come to its end within this time. */
  requestWithinMs?: number
  /**
   * A connection on which nothing moves for so long is closed: a reader that has stalled holds up what is read for it. A call that is
   * not answered by then is answered 503 first.
   */
  silentForMs?: number
  /** Connections that hold up the end are closed after this time. */
  endWithinMs?: number
}

/** A Fastify app with the house's rules for every call: request ids, headers, limits of size and time, logs, failures. */
export async function openHttp(
  options: HttpOptions,
  log: Logger,
  { requestWithinMs = 30_000, silentForMs = 30_000, endWithinMs = 8_000 }: HttpTimes = {},
): Promise<FastifyInstance> {
  const headers = secureHeaders(options)
  // What may be kept says so itself.
  const apiHeaders = { ...headers, 'cache-control': 'no-store' }
  const app = Fastify({
    bodyLimit,
    requestTimeout: requestWithinMs,
    connectionTimeout: silentForMs,
    // Node exchanges the two where the second is smaller, and a body would have the time of its default.
    http: {
      headersTimeout: requestWithinMs,
      connectionsCheckingInterval: Math.min(requestWithinMs, 5000),
    },
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: nextRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: log as FastifyBaseLogger,
    forceCloseConnections: 'idle',
    // Its answer knows no envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    frameworkErrors: answerUnroutable(headers),
    clientErrorHandler: answerUnreadable,
  })
  // One for each call would cost a fifth of a short one: whoever logs says the request id.
  app.setChildLoggerFactory((logger) => logger)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', undefined)
  const end = endInTime(app, endWithinMs)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : headers).header('x-request-id', request.id)
    if (end.hasBegun) done(new Refusal('NOT_READY'))
    else done()
  })
  acceptOnlyJson(app)
  answerFailures(app)
  answerInTime(app)
  logCalls(app)
  measure(app)
  await app.register(compress, {
    threshold: 4096,
    encodings: ['br', 'gzip'],
    // A tenth larger than by the defaults, in a third of the time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // A page of a list takes a tenth of a millisecond: less than to hand it to another thread.
    syncThreshold: 1024 * 1024,
    globalDecompression: false,
  } as never)
  return app
}

/** Lets running calls finish, but closes after `endWithinMs` what still holds up the end: a silent client, a stalled reader. */
function endInTime(app: FastifyInstance, endWithinMs: number): { hasBegun: boolean } {
  const end = { hasBegun: false }
  app.addHook('preClose', (done) => {
    end.hasBegun = true
    // A connection that was kept for further calls is idle only once its running one is answered.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100).unref()
    const rest = setTimeout(() => app.server.closeAllConnections(), endWithinMs).unref()
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(rest)
    })
    done()
  })
  return end
}

/**
 * Node cuts a connection that has been silent for too long; a call that came whole and waits for its answer is told so. One that
 * waits for a file is cut: an export that came after an answer would keep its connection to the database for ever.
 */
function answerInTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('timeout', () => {
      const isFile = request.routeOptions.config.endpoint?.file !== undefined
      if (!request.raw.complete || reply.sent || isFile) return void request.raw.destroy()
      answerRefusal(request, reply.header('connection', 'close'), new Refusal('NOT_READY'))
    })
    done()
  })
}

/** A POST that takes nothing may come with a JSON content type and no body; any other type is refused. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Decoding would replace what is no UTF-8, and somebody's name with it.
    if (!isUtf8(body as Buffer)) done(new Refusal('MALFORMED'))
    else if (body.length === 0) done(null, undefined)
    else parse(request, body.toString(), done)
  })
}

/** One line a call. The route, not the URL: a URL can carry a certificate's code or an email. */
function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
}
