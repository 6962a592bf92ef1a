import type { SlotTime } from '#contract/slots/times.ts'
import type { ServiceHealth } from '#server/core/breaker.ts'

/** A mail as a transport sends it: one recipient. */
export interface OutgoingMail {
  /** Stays the same over retries, so that a receiver can drop the second copy. */
  messageId: string
  to: string
  from: MailAddress
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** What SMTP carries besides; the HTTP mail service has no field for it, so what matters is linked to in the text, too. */
  attachments: MailAttachment[]
  /** Where a POST stops such mails, for the mail program's own button (RFC 8058). */
  unsubscribeUrl: string | null
  /** What it is about, for the HTTP mail service alone: SMTP has no place for it. */
  event: MailedEvent | null
}

/** An address, and the name that mail programs show for it. */
export interface MailAddress {
  name: string
  address: string
}

/** The event and the slot of a registration, and whose it is: also in what the staff are told. */
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

/** What brings a mail to whoever takes it over. */
export interface MailCarrier {
  /**
   * Resolves once the mail has been taken over. Waits for `aboutToLeave` right before the receiver might have the mail; until
   * it has resolved, the mail has certainly not left. Throws a `MailRefused` when trying again is useless, an `AnswerLost`
   * when the mail may have left; after everything else it has not. A `ServiceDown` would have met every other mail, too.
   */
  send(mail: OutgoingMail, aboutToLeave: () => Promise<void>): Promise<void>
  close(): void
}

/** SMTP, the HTTP mail service, or the built-in mailbox. One that fails too often is left alone for a while. */
export interface MailTransport extends MailCarrier {
  /**
   * Whether a mail may be sent now. While a server is left alone none may; once it is due to be tried again one may, and the
   * others wait for what comes of it. Whoever is told yes sends at once.
   */
  maySend(): boolean
  health(): ServiceHealth
}

/** The receiver said no for good: an address that doesn't exist, a mail it won't take. */
export class MailRefused extends Error {
  /** It is the address that is out of order; of anything else, another address would hear the same. */
  readonly isAboutAddress: boolean

  constructor(message: string, { isAboutAddress = false } = {}) {
    super(message)
    this.isAboutAddress = isAboutAddress
  }
}
