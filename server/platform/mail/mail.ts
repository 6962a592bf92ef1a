/** A mail as a transport sends it: one recipient. */
export interface OutgoingMail {
  /** Stays the same over retries, so that a receiver can drop the second copy. */
  messageId: string
  to: string
  from: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** What SMTP carries besides; the HTTP mail service has no field for it, so what matters is linked to in the text, too. */
  attachments: MailAttachment[]
  /** Where a POST stops such mails, for the mail program's own button (RFC 8058). */
  unsubscribeUrl: string | null
}

export interface MailAttachment {
  filename: string
  /** `text/calendar; method=REQUEST; charset=utf-8`: an invitation, which mail programs show as one. */
  contentType: string
  content: Buffer
}

/** What takes a mail over: SMTP, the HTTP mail service, or the built-in mailbox. */
export interface MailTransport {
  /**
   * Resolves once the mail has been taken over. Waits for `aboutToLeave` right before the receiver might have the mail; until
   * it has resolved, the mail has certainly not left. Throws a `MailRefused` when trying again is useless, an `AnswerLost`
   * when the mail may have left; after everything else it has not.
   */
  send(mail: OutgoingMail, aboutToLeave: () => Promise<void>): Promise<void>
  close(): void
}

/** The receiver said no for good: an address that doesn't exist, a mail it won't take. */
export class MailRefused extends Error {}

/** The receiver was given the mail, and its answer never came: it may have taken it. */
export class AnswerLost extends Error {}
