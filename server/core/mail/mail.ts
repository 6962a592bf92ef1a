import type { SlotTime } from '#contract/events/slots/times.ts'
import type { ServiceHealth } from '#server/core/breaker.ts'

export interface OutgoingMail {
  /** The same for every retry, so that receivers can drop the second copy. */
  messageId: string
  to: string
  from: MailAddress
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** SMTP only. The HTTP mail service has no field for them, so the text links to what matters, too. */
  attachments: MailAttachment[]
  /** A POST to it stops such mails, for the mail program's unsubscribe button (RFC 8058). */
  unsubscribeUrl: string | null
  /** The event for the HTTP mail service; SMTP has no place for it. */
  event: MailedEvent | null
}

export interface MailAddress {
  name: string
  address: string
}

/** The event, slot and person of a registration, also in staff emails. */
export interface MailedEvent extends SlotTime {
  eventName: string
  userEmail: string
}

export interface MailAttachment {
  filename: string
  /** `text/calendar; method=REQUEST; charset=utf-8`: an invitation, which mail programs show as one. */
  contentType: string
  content: Buffer
}

/** Returns the Content-ID by which a mail's HTML shows an attached picture. */
export function contentIdOf(filename: string): string {
  return `${filename}@portal`
}

export interface MailCarrier {
  /** The most concurrent mails. */
  atOnce: number
  /**
   * Resolves once the mail was accepted. Awaits `aboutToLeave` right before the receiver could have the mail;
   * until then, the mail has certainly not left. Throws a `MailRefused` if a retry is useless, and an
   * `AnswerLost` if the mail may have left; after any other error it has not. A `ServiceDown` would affect
   * every other mail, too.
   */
  send(mail: OutgoingMail, aboutToLeave: () => Promise<void>): Promise<void>
  close(): void
}

/** SMTP, the HTTP mail service, or the built-in mailbox. It pauses after too many failures. */
export interface MailTransport extends MailCarrier {
  /**
   * Returns true if a mail may be sent immediately, which the caller must then do. False during a pause; when
   * a try is due, one mail may, and the others wait for its result.
   */
  maySend(): boolean
  health(): ServiceHealth
}

/** The receiver refused permanently: an unknown address, or an unacceptable mail. */
export class MailRefused extends Error {
  /** The address is the problem, so another address may work. */
  readonly isAboutAddress: boolean

  constructor(message: string, { isAboutAddress = false } = {}) {
    super(message)
    this.isAboutAddress = isAboutAddress
  }
}
