import { sql } from 'kysely'
import type { Mail, SentMail } from '#contract/foundation/mails/calls.ts'
import { removedText } from '#contract/foundation/mails/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Services } from '#server/services.ts'
import { textOfMail } from './mail-sending.ts'
import { mailColumns } from './queries.ts'

/** Returns a mail as sent, without links and codes that act as the recipient. Refuses with NOT_FOUND. */
export async function getMailCopy(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  mailId: number,
): Promise<SentMail> {
  const [storedHtml, storedText] = textOfMail
  const { rows } = await sql<Mail & Stored>`
    select ${mailColumns(clock())}, coalesce(reply_to, '') as reply_to, is_secret, ${storedHtml}, ${storedText}, array(
      select filename from mail_attachments a
      where a.mail_id = mails.mail_id order by place
    ) as attachments
    from mails where mail_id = ${mailId}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const { html, text, ...mail } = row
  return { ...mail, content: text === '' ? null : withoutSecrets(row) }
}

interface Stored {
  replyTo: string
  isSecret: boolean
  html: string
  text: string
  attachments: string[]
}

/** Returns a mail's text without links and codes that act as the recipient. */
export function withoutSecrets({
  html,
  text,
  isSecret,
}: Pick<Stored, 'html' | 'text' | 'isSecret'>): NonNullable<SentMail['content']> {
  const shortened = isSecret ? withoutDigits(withoutCodes(text)) : withoutCodes(text)
  // An attached picture may be a ticket.
  const bare = html.replaceAll(/\shref="[^"]*"|<img [^>]*src="cid:[^>]*>/g, '')
  const shown = withoutCodes(bare)
  return {
    // A style has digits in its colors, an entity in its number.
    html: isSecret ? shown.replaceAll(/<style.*?<\/style>|<[^>]*>|&[^;]+;|[^<&]+/gs, partOf) : shown,
    text: shortened,
    isShortened: shortened !== text,
  }
}

function partOf(part: string) {
  return /^[<&]/.test(part) ? part : withoutDigits(part)
}

/** Removes whatever could be a typed code, however its digits are grouped. */
function withoutDigits(text: string) {
  return text.replaceAll(/\d(?:[ -]?\d){5,}/g, removedText)
}

/**
 * Cuts each address where its path stops being plain words and short numbers. No code of the portal is one of
 * these, so an address with an unknown kind of code is cut, too.
 */
function withoutCodes(text: string) {
  return text.replaceAll(
    /(https?:\/\/[^\s"'<>/?#]+(?:\/(?:[a-z-]+|\d{1,7})(?![\w-]))*)([^\s"'<>]*)/g,
    (_, words: string, rest: string) => words + (/^[/.,;:!)]*$/.test(rest) ? rest : `/${removedText}`),
  )
}
