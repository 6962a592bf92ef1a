import * as z from 'zod/mini'
import type { Bounce } from '#contract/bounces/calls.ts'
import { longest } from '#contract/core/fields.ts'
import { Refusal } from '#server/core/http/refusal.ts'

const line = z.string().check(z.maxLength(longest.line))
const Recipients = z
  .array(
    z.object({
      emailAddress: line,
      diagnosticCode: z.optional(z.string().check(z.maxLength(longest.message))),
    }),
  )
  .check(z.maxLength(100))

/** Amazon SES's notification about one mail, which may have several recipients. */
const SesNote = z.object({
  /** SES names the type in one of these fields, depending on its settings. */
  notificationType: z.optional(line),
  eventType: z.optional(line),
  bounce: z.optional(z.object({ bounceType: line, timestamp: line, bouncedRecipients: Recipients })),
  complaint: z.optional(z.object({ timestamp: line, complainedRecipients: Recipients })),
})
type SesNote = z.output<typeof SesNote>

/** The notification in SNS's envelope, or plain if SNS delivers it raw. */
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
 * Returns the bounced addresses of an Amazon SES notification: permanent bounces and complaints. Temporary bounces, deliveries,
 * opens and the like return none. Refuses with MALFORMED.
 */
export function bouncesOf(note: SnsNote): Bounce[] {
  const { notificationType, eventType, bounce, complaint } = note.Type ? enclosed(note) : note
  const type = notificationType ?? eventType
  if (type === 'Bounce' && bounce?.bounceType === 'Permanent') {
    return bounce.bouncedRecipients.map(({ emailAddress, diagnosticCode }) =>
      bounceOf(emailAddress, diagnosticCode ?? 'The email bounced', bounce.timestamp),
    )
  }
  if (type === 'Complaint' && complaint) {
    return complaint.complainedRecipients.map(({ emailAddress }) =>
      bounceOf(emailAddress, 'Its owner has reported an email of the portal as spam', complaint.timestamp),
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

function bounceOf(email: string, reason: string, timestamp: string): Bounce {
  const bouncedAt = new Date(timestamp)
  if (Number.isNaN(bouncedAt.getTime())) throw new Refusal('MALFORMED')
  return { email, reason: reason.slice(0, longest.line), source: 'provider', bouncedAt }
}
