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

/** What Amazon SES tells of one mail, which may have had several recipients. */
const SesNote = z.object({
  /** Which of the two it is called depends on how SES was told to report. */
  notificationType: z.optional(line),
  eventType: z.optional(line),
  bounce: z.optional(z.object({ bounceType: line, timestamp: line, bouncedRecipients: Recipients })),
  complaint: z.optional(z.object({ timestamp: line, complainedRecipients: Recipients })),
})
type SesNote = z.output<typeof SesNote>

/** The same in the envelope of SNS, or as it is where SNS delivers it raw. */
const SnsNote = z.extend(SesNote, {
  Type: z.optional(line),
  Message: z.optional(z.string()),
  SubscribeURL: z.optional(z.string().check(z.maxLength(longest.message))),
})
export type SnsNote = z.output<typeof SnsNote>

/** A note as it came. Refuses with MALFORMED what is none. */
export function readNote(body: unknown): SnsNote {
  const note = read(SnsNote, Buffer.isBuffer(body) ? body.toString() : '')
  if (note.Type ?? note.eventType ?? note.notificationType) return note
  throw new Refusal('MALFORMED')
}

/**
 * The addresses that a note of Amazon SES tells to be out of order: those that bounced for good, or whose owner complained. What bounced for
 * now, was delivered, opened or anything else tells of none. Refuses with MALFORMED what can't be read.
 */
export function bouncesOf(note: SnsNote): Bounce[] {
  const { notificationType, eventType, bounce, complaint } = note.Type ? enclosed(note) : note
  const type = notificationType ?? eventType
  if (type === 'Bounce' && bounce?.bounceType === 'Permanent') {
    return bounce.bouncedRecipients.map(({ emailAddress, diagnosticCode }) =>
      bounceOf(emailAddress, diagnosticCode ?? 'The mail came back for good', bounce.timestamp),
    )
  }
  if (type === 'Complaint' && complaint) {
    return complaint.complainedRecipients.map(({ emailAddress }) =>
      bounceOf(emailAddress, 'Its owner has reported a mail of ours as spam', complaint.timestamp),
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
