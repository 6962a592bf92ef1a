import { comparedEmail } from '#contract/core/email-addresses.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { ReceivedWebhook, RegistrantChange } from '#server/core/webinar-platform/webinar-platform.ts'
import { within } from '#server/core/within.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'

/** Zoom waits for 3 s, then sends the webhook again within an hour. */
const answerWithinMs = 2500

/**
 * Adds a job that checks a webhook's registrant. Returns the answer, if any. Refuses with NOT_FOUND if the
 * webinar platform sends no webhooks, with NOTICE_NOT_PROVEN, and with NOT_READY if the job could not be
 * added in time.
 */
export async function hearZoom(services: Services, webhook: ReceivedWebhook): Promise<object | undefined> {
  const { webinar } = services
  if (!webinar.readWebhook) throw new Refusal('NOT_FOUND')
  const content = webinar.readWebhook(webhook)
  if (!content) throw new Refusal('NOTICE_NOT_PROVEN')
  if (content.changed) await note(services, content.changed)
  return content.answer
}

async function note(services: Services, { email, ...registrant }: RegistrantChange) {
  const data = { ...registrant, email: email === null ? null : comparedEmail(email) }
  const noted = write(services, undefined, ({ addJobs }) => addJobs('recheck-registrant', [data]))
  await within(answerWithinMs, noted).catch((problem: Error) => {
    services.log.warn({ problem: problem.message }, 'webhook not noted')
    throw new Refusal('NOT_READY')
  })
}
