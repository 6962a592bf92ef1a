import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Failure } from '#contract/core/endpoint.ts'
import { refusalOfStatus, refusals } from '#contract/core/refusals.ts'
import { isUnavailable } from '#server/core/db/unavailable.ts'
import { Refusal } from './refusal.ts'
import { nextRequestId } from './request-id.ts'

/**
 * Turns everything that a call throws into the failure envelope. A bug is logged in full and answered with
 * its request id.
 */
export function answerFailures(app: FastifyInstance) {
  app.setErrorHandler(async (problem: FastifyError, request, reply) => {
    const refusal = refusalOf(problem)
    if (refusal.code === 'BUG') request.log.error({ requestId: request.id, err: problem }, 'failed')
    else if (refusal.status >= 500 && refusal !== problem) {
      // Without a stack: it is not a bug, and there may be thousands.
      request.log.error({ requestId: request.id, code: problem.code, reason: problem.message }, 'not ready')
    }
    if (!isLeftUnread(request, refusal)) await bodyEnd(request)
    return answerRefusal(request, reply, refusal)
  })
}

/** Answers an address that cannot be decoded; no route and no hook has run. */
export function answerUnroutable(headers: Record<string, string>) {
  return (problem: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id)
    answerRefusal(request, reply, refusalOf(problem))
  }
}

/** Answers input that is not HTTP, or whose headers or address exceed Node's limits. */
export function answerUnreadable(problem: NodeJS.ErrnoException, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { code, status, message } = new Refusal(
    problem.code === 'HPE_HEADER_OVERFLOW' ? 'TOO_LARGE' : 'MALFORMED',
  )
  const failure: Failure = { error: true, code, message, requestId: nextRequestId() }
  const body = JSON.stringify(failure)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${failure.requestId}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** The seconds until a retry helps: a failover takes some. */
const retryAfter = '5'

export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const failure: Failure = {
    error: true,
    code: refusal.code,
    message: refusal.message,
    ...(refusal.fields && { fields: refusal.fields }),
    requestId: request.id,
  }
  if (refusal.code === 'NOT_READY') reply.header('retry-after', retryAfter)
  if (isLeftUnread(request, refusal)) reply.header('connection', 'close')
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(failure)
}

/**
 * Returns true if an unread body is still coming. The socket would read it to its end. A small one is awaited
 * unless it was itself refused: closing with unread data might lose the answer.
 */
function isLeftUnread(request: FastifyRequest, { code }: Refusal) {
  const { raw, headers } = request
  if (raw.complete) return false
  if (code === 'TOO_LARGE' || code === 'WRONG_MEDIA_TYPE' || code === 'FORM_EXPECTED') return true
  const { 'transfer-encoding': encoding, 'content-length': length } = headers
  return encoding !== undefined || Number(length) > bodyLimitOf(request)
}

/**
 * Waits until the body has arrived, or its sender is gone. After an earlier answer HAProxy sends no more of it,
 * and the next person's call through the same connection would be taken for its rest.
 */
async function bodyEnd({ raw }: FastifyRequest) {
  if (!raw.complete) await finished(raw.resume(), { writable: false }).catch(() => {})
}

/** Returns the byte limit of a call's body: its form's, or that of JSON. */
export function bodyLimitOf(request: FastifyRequest): number {
  return formOf(request)?.mostBytes ?? request.routeOptions.bodyLimit
}

/** Returns what a call declares of the form that it is sent; undefined if it is sent or takes none. */
export function formOf({ headers, routeOptions }: FastifyRequest) {
  const isForm = headers['content-type']?.startsWith('multipart/form-data')
  return isForm ? routeOptions.config.endpoint?.large : undefined
}

function refusalOf(problem: FastifyError): Refusal {
  if (problem instanceof Refusal) return problem
  if (hasZodFastifySchemaValidationErrors(problem)) {
    return invalidFields(
      problem.validation.map((issue) => [fieldOf(issue.instancePath), issue.message ?? '']),
    )
  }
  // A status from Fastify is about the call: an aborted body is not a failing database.
  if (problem.statusCode === undefined && isUnavailable(problem)) return new Refusal('NOT_READY')
  const status = problem.statusCode ?? 500
  return new Refusal(status >= 500 ? 'BUG' : refusalOfStatus(status))
}

/** Returns each field's first message; a body that is not an object is malformed. */
function invalidFields(issues: [field: string, message: string][]): Refusal {
  if (issues.some(([field]) => field === '')) return new Refusal('MALFORMED')
  const fields: Record<string, string> = {}
  for (const [field, message] of issues) fields[field] ??= message
  return new Refusal('INVALID_FIELDS', {
    fields,
    message: Object.values(fields)[0] ?? refusals.INVALID_FIELDS.message,
  })
}

function fieldOf(instancePath: string) {
  return instancePath.replace(/^\//, '').replaceAll('/', '.')
}
