import { createHmac, timingSafeEqual } from 'node:crypto'

/** A call that says that it is Zoom's; the body as it travelled, since another spelling of it has another signature. */
export interface ZoomNotice {
  body: Buffer
  /** The headers x-zm-signature and x-zm-request-timestamp. */
  signature: string | undefined
  timestamp: string | undefined
}

/** For so long can somebody who has overheard a notice send it again. */
const freshMs = 5 * 60_000

/** Whether Zoom has sent it, just now: signed with the secret token of the app, at most five minutes from `now`. */
export function isFromZoom({ body, signature, timestamp }: ZoomNotice, secret: string, now: Date): boolean {
  if (signature === undefined || timestamp === undefined || !/^\d{10}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > freshMs) return false
  const wanted = Buffer.from(`v0=${hmacOf(secret, `v0:${timestamp}:`, body)}`)
  const given = Buffer.from(signature)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** What Zoom wants to hear before it sends notices, and every three days: that whoever listens knows the secret. */
export function answerToValidation(plainToken: string, secret: string) {
  return { plainToken, encryptedToken: hmacOf(secret, plainToken) }
}

function hmacOf(secret: string, ...parts: (string | Buffer)[]): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}
