import type { SlotTime } from '#contract/events/slots/times.ts'
import type { ServiceHealth } from '#server/core/breaker.ts'

export interface OutgoingMail {
  /** The same for every retry, so that a receiver can drop the second copy. */
  messageId: string
  to: string
  from: MailAddress
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** Only SMTP carries them; the HTTP mail service has no field for them, so the text links to what matters, too. */
  attachments: MailAttachment[]
  /** The address that stops such mails with a POST, for the mail program's unsubscribe button (RFC 8058). */
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

export interface MailCarrier {
  /** The number of mails that it takes at the same time. */
  atOnce: number
  /**
   * Resolves once the mail was accepted. Awaits `aboutToLeave` right before the receiver could have the mail; until
   * it has resolved, the mail has certainly not left. Throws a `MailRefused` if a retry is useless, an `AnswerLost`
   * if the mail may have left; after any other error it has not. A `ServiceDown` would affect every other mail, too.
   */
  send(mail: OutgoingMail, aboutToLeave: () => Promise<void>): Promise<void>
  close(): void
}

/** SMTP, the HTTP mail service, or the built-in mailbox, which pauses after too many failures. */
export interface MailTransport extends MailCarrier {
  /**
   * Tells whether a mail may be sent now. During a pause none may; once a try is due, one may, and the
   * others wait for its result. After true, the caller sends at once.
   */
  maySend(): boolean
  health(): ServiceHealth
}

/** The receiver permanently refused: an unknown address, or a mail that it does not accept. */
export class MailRefused extends Error {
  /** The address is the problem; otherwise another address would be refused, too. */
  readonly isAboutAddress: boolean

  constructor(message: string, { isAboutAddress = false } = {}) {
    super(message)
    this.isAboutAddress = isAboutAddress
  }
}
