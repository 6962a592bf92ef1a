import { randomUUID } from 'node:crypto'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { drawMessage as drawMessageCall } from '#contract/outreach/messages/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findPostalAddress, findSender } from '#server/foundation/training-providers/queries.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { messageMail } from './mails.ts'
import { findCandidates, ruledBy } from './message-recipients.ts'

type Shown = Input<typeof drawMessageCall>['body']

const sampleCode = 'sample'

/** Returns an email as a recipient would get it, laid out. Refuses with RECIPIENT_NOT_FOUND. */
export async function drawMessage(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  shown: Shown,
): Promise<Data<typeof drawMessageCall>> {
  return layOutMail(await sampleOf(services, shown))
}

/** Emails the acting administrator a sample of a message. Returns their address. Refuses with RECIPIENT_NOT_FOUND. */
export async function testMessage(work: Work, userId: string, shown: Shown): Promise<{ email: string }> {
  const content = await sampleOf({ ...work, db: work.tx }, shown)
  const { email } = await getUser(work.tx, userId)
  await writeMail(work, {
    cause: `message-test:${randomUUID()}`,
    to: email,
    content: { ...content, subject: `Test: ${content.subject}` },
    isUrgent: true,
  })
  return { email }
}

/** Returns the email with sample codes instead of the recipient's. */
async function sampleOf(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  { message, recipient: { userId, registrationId } }: Shown,
): Promise<MailContent> {
  const { db, config } = services
  const chosen = registrationId === null ? { userIds: [userId] } : { registrationIds: [registrationId] }
  const [found] = await findCandidates(services, ruledBy(message), chosen)
  if (!found || (message.kind === 'registration' && !found.registration)) {
    throw new Refusal('RECIPIENT_NOT_FOUND')
  }
  // The real codes would let the reader act as the recipient.
  const registration = found.registration && { ...found.registration, joinCode: sampleCode }
  const { publicUrl } = config
  return messageMail(
    message,
    { ...found, registration, reminderCode: sampleCode },
    { publicUrl, sender: await findSender({ tx: db, config }), postalAddress: await findPostalAddress(db) },
  )
}
