import { isUtf8 } from 'node:buffer'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { mostJsonBytes } from '#contract/core/endpoint.ts'
import { health } from '#contract/core/health.ts'
import type { Logger } from '#server/core/log.ts'
import { isTooDense } from './dense-json.ts'
import { answerFailures, answerRefusal, answerUnreadable, answerUnroutable, formOf } from './failures.ts'
import { measure } from './metrics.ts'
import { Refusal } from './refusal.ts'
import { nextRequestId } from './request-id.ts'
import { secureHeaders } from './secure-headers.ts'

export interface HttpOptions {
  /** The reverse proxies whose X-Forwarded-For counts; empty: none. */
  trustProxy: string[]
  /** The portal's public address; https turns HSTS on. */
  publicUrl: string
}

export interface HttpTimes {
  /** A request's headers and JSON arrive within this time. */
  requestWithinMs?: number
  formWithinMs?: number
  /**
   * Closes a connection after this silence, so that a stalled reader blocks nothing. A call still waiting for
   * its answer gets 503 first.
   */
  silentForMs?: number
  endWithinMs?: number
}

/** Opens a Fastify app with every call's rules: request ids, headers, limits of size and time, logs, failures. */
export async function openHttp(
  options: HttpOptions,
  log: Logger,
  {
    requestWithinMs = 30_000,
    formWithinMs = 300_000,
    silentForMs = 30_000,
    endWithinMs = 8_000,
  }: HttpTimes = {},
): Promise<FastifyInstance> {
  const headers = secureHeaders(options)
  // Cacheable answers say so themselves.
  const apiHeaders = { ...headers, 'cache-control': 'no-store' }
  const app = Fastify({
    bodyLimit: mostJsonBytes,
    requestTimeout: formWithinMs,
    connectionTimeout: silentForMs,
    // Node swaps the two if the second is smaller; a body would then have its default time limit.
    http: {
      headersTimeout: requestWithinMs,
      connectionsCheckingInterval: Math.min(requestWithinMs, 5000),
    },
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: nextRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: log as FastifyBaseLogger,
    forceCloseConnections: 'idle',
    // Fastify's own answer has no envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    frameworkErrors: answerUnroutable(headers),
    clientErrorHandler: answerUnreadable,
  })
  // A logger per call would cost a fifth of a short call; log lines name the request id themselves.
  app.setChildLoggerFactory((logger) => logger)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('sessionKey', undefined)
  const end = endInTime(app, endWithinMs)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : headers).header('x-request-id', request.id)
    if (end.hasBegun) done(new Refusal('NOT_READY'))
    else done()
  })
  acceptOnlyJson(app)
  answerFailures(app)
  receiveInTime(app, requestWithinMs)
  answerInTime(app)
  logCalls(app)
  measure(app)
  await app.register(compress, {
    threshold: 4096,
    encodings: ['br', 'gzip'],
    // A tenth larger than the default, in a third of the time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // Compressing a page of a list takes 0.1 ms, less than passing it to another thread.
    syncThreshold: 1024 * 1024,
    globalDecompression: false,
  } as never)
  return app
}

/** Lets running calls finish; after `endWithinMs` closes silent clients and stalled readers. */
function endInTime(app: FastifyInstance, endWithinMs: number): { hasBegun: boolean } {
  const end = { hasBegun: false }
  app.addHook('preClose', (done) => {
    end.hasBegun = true
    // A keep-alive connection is idle only after its call's answer.
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

/** Gives up bodies that are late. Only a form may take longer: a scan has up to 20 MB, and some lines are slow. */
function receiveInTime(app: FastifyInstance, withinMs: number) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if ((length || encoding) && !formOf(request)) {
      const giveUp = () => raw.complete || answerUnreadable(new Error('late'), raw.socket)
      const timer = setTimeout(giveUp, withinMs).unref()
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/**
 * Answers a complete call before Node cuts its silent connection. A call that waits for a file is cut: a
 * later export would occupy its database connection forever.
 */
function answerInTime(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('timeout', () => {
      const isFile = request.routeOptions.config.endpoint?.file !== undefined
      if (!request.raw.complete || reply.sent || isFile) return void request.raw.destroy()
      // The call still runs: its own answer is dropped.
      answerRefusal(request, reply.header('connection', 'close'), new Refusal('NOT_READY')).hijack()
    })
    done()
  })
}

/** Accepts a POST without a body even if it claims JSON; refuses any other type. */
function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Decoding would replace bytes that are not UTF-8, and corrupt names.
    if (!isUtf8(body as Buffer)) done(new Refusal('MALFORMED'))
    else if (body.length === 0) done(null, undefined)
    else if (isTooDense(body as Buffer)) done(new Refusal('TOO_LARGE'))
    else parse(request, body.toString(), done)
  })
}

/**
 * Logs one line per call, with the route. The URL may contain a certificate's code or an email. Load balancers ask for
 * the health twice a second, so only its failures are logged.
 */
function logCalls(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.endpoint === health && reply.statusCode === 200) return done()
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
