import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { RemoteId } from '#server/core/remote-calls.ts'
import type { ReceivedWebhook, WebhookContent } from '#server/core/webinar-platform/webinar-platform.ts'

interface SignedBody {
  /** The bytes as received: another spelling of the same JSON has another signature. */
  body: Buffer
  /** The headers x-zm-signature and x-zm-request-timestamp. */
  signature: string | undefined
  timestamp: string | undefined
}

/** The milliseconds in which an intercepted webhook could be replayed. */
const freshMs = 5 * 60_000

const Validation = z.object({
  event: z.literal('endpoint.url_validation'),
  payload: z.object({ plainToken: z.string().check(z.maxLength(500)) }),
})
const Change = z.object({
  event: z.enum([
    'webinar.registration_approved',
    'webinar.registration_cancelled',
    'webinar.registration_denied',
  ]),
  payload: z.object({
    object: z.object({
      id: RemoteId,
      registrant: z.object({ id: z.optional(RemoteId), email: z.optional(z.string()) }),
    }),
  }),
})

/** Reads a webhook; undefined if its signature is wrong or old. */
export function readZoomWebhook(
  { body, headers }: ReceivedWebhook,
  secret: string,
  now: Date,
): WebhookContent | undefined {
  const signature = textOf(headers['x-zm-signature'])
  const timestamp = textOf(headers['x-zm-request-timestamp'])
  if (!isFromZoom({ body, signature, timestamp }, secret, now)) return undefined
  const content = contentOf(body)
  const validation = z.safeParse(Validation, content).data
  if (validation) return { answer: answerToValidation(validation.payload.plainToken, secret) }
  const change = z.safeParse(Change, content).data
  if (!change) return {}
  const { id: webinarId, registrant } = change.payload.object
  return { changed: { webinarId, registrantId: registrant.id ?? null, email: registrant.email ?? null } }
}

/** Returns true if Zoom sent it: signed with the app's secret token, within five minutes of `now`. */
export function isFromZoom({ body, signature, timestamp }: SignedBody, secret: string, now: Date): boolean {
  if (signature === undefined || timestamp === undefined || !/^\d{10}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > freshMs) return false
  const wanted = Buffer.from(`v0=${hmacOf(secret, `v0:${timestamp}:`, body)}`)
  const given = Buffer.from(signature)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** Proves to Zoom that the portal knows the secret. Zoom asks before it sends webhooks, and every three days. */
export function answerToValidation(plainToken: string, secret: string) {
  return { plainToken, encryptedToken: hmacOf(secret, plainToken) }
}

function hmacOf(secret: string, ...parts: (string | Buffer)[]) {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/** Parses a body; one that is not JSON matches no known webhook. */
function contentOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
