import * as z from 'zod/mini'
import { longest } from '#contract/core/fields.ts'
import type { Bounce } from '#contract/foundation/bounces/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'

const line = z.string().check(z.maxLength(longest.line))
/** A foreign mail server chooses the words, so any are accepted. */
const Recipients = z
  .array(z.object({ emailAddress: z.string(), diagnosticCode: z.optional(z.string()) }))
  .check(z.maxLength(100))

/** Amazon SES's notification about one mail, with one or more recipients. */
const SesNote = z.object({
  /** SES puts the type into one of these fields, depending on its settings. */
  notificationType: z.optional(line),
  eventType: z.optional(line),
  bounce: z.optional(z.object({ bounceType: line, timestamp: z.string(), bouncedRecipients: Recipients })),
  complaint: z.optional(z.object({ timestamp: z.string(), complainedRecipients: Recipients })),
})
type SesNote = z.output<typeof SesNote>

/** The notification in SNS's envelope, or without it if SNS delivers it raw. */
const SnsNote = z.extend(SesNote, {
  Type: z.optional(line),
  Message: z.optional(z.string()),
  SubscribeURL: z.optional(z.string().check(z.maxLength(longest.message))),
})
export type SnsNote = z.output<typeof SnsNote>

/** Parses a notification. Refuses with MALFORMED. */
export function readNote(body: unknown): SnsNote {
  const note = read(SnsNote, Buffer.isBuffer(body) ? body.toString() : '')
  if (note.Type ?? note.eventType ?? note.notificationType) return note
  throw new Refusal('MALFORMED')
}

/**
 * Returns the bounced addresses of an Amazon SES notification: permanent bounces and complaints only. A
 * bounce without a plausible time gets `now`. Refuses with MALFORMED.
 */
export function bouncesOf(note: SnsNote, now: Date): Bounce[] {
  const { notificationType, eventType, bounce, complaint } = note.Type ? enclosed(note) : note
  const type = notificationType ?? eventType
  if (type === 'Bounce' && bounce?.bounceType === 'Permanent') {
    return bounce.bouncedRecipients.map(({ emailAddress, diagnosticCode }) =>
      bounceOf(emailAddress, diagnosticCode ?? 'The email bounced', likelyTime(bounce.timestamp, now)),
    )
  }
  if (type === 'Complaint' && complaint) {
    return complaint.complainedRecipients.map(({ emailAddress }) =>
      bounceOf(
        emailAddress,
        'Its owner has reported an email of the portal as spam',
        likelyTime(complaint.timestamp, now),
      ),
    )
  }
  return []
}

function enclosed({ Type, Message = '' }: SnsNote): SesNote {
  return Type === 'Notification' ? read(SesNote, Message) : {}
}

function read<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return z.parse(schema, JSON.parse(text))
  } catch {
    throw new Refusal('MALFORMED')
  }
}

function bounceOf(email: string, reason: string, bouncedAt: Date): Bounce {
  return { email, reason, source: 'provider', bouncedAt }
}

const yearMs = 365 * 86_400_000

/** Returns the instant in a text if within a year of now, else now. */
function likelyTime(text: string, now: Date) {
  const named = new Date(text)
  return Math.abs(named.getTime() - now.getTime()) < yearMs ? named : now
}
