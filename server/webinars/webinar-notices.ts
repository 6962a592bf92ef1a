import * as z from 'zod/mini'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { RemoteId } from '#server/core/remote-calls.ts'
import { answerToValidation, isFromZoom, type ZoomNotice } from '#server/core/webinar/zoom-webhooks.ts'
import { within } from '#server/core/within.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'

/** Zoom waits for 3 s, and tells it again an hour later at most. */
const answerWithinMs = 2500

const Validation = z.object({
  event: z.literal('endpoint.url_validation'),
  payload: z.object({ plainToken: z.string().check(z.maxLength(500)) }),
})
const Change = z.object({
  event: z.enum([
    'webinar.registration_approved',
    'webinar.registration_cancelled',
    'webinar.registration_denied',
  ]),
  payload: z.object({
    object: z.object({
      id: RemoteId,
      registrant: z.object({ id: z.optional(RemoteId), email: z.optional(z.string()) }),
    }),
  }),
})

/**
 * Notes what Zoom has told, to be looked into by a job; gives what to answer, where that isn't nothing. Refuses with NOT_FOUND where no
 * notices are taken, NOTICE_NOT_PROVEN, and NOT_READY where it could not be noted in time.
 */
export async function hearZoomNotice(services: Services, notice: ZoomNotice): Promise<object | undefined> {
  const { webinars } = services.config
  const secret = webinars.platform === 'zoom' ? webinars.webhookSecret : undefined
  if (secret === undefined) throw new Refusal('NOT_FOUND')
  if (!isFromZoom(notice, secret, services.clock())) throw new Refusal('NOTICE_NOT_PROVEN')
  const content = contentOf(notice)
  const validation = z.safeParse(Validation, content).data
  if (validation) return answerToValidation(validation.payload.plainToken, secret)
  const change = z.safeParse(Change, content).data
  if (change) await note(services, change)
  return undefined
}

async function note(services: Services, { payload }: z.output<typeof Change>): Promise<void> {
  const { id: webinarId, registrant } = payload.object
  const data = {
    webinarId,
    registrantId: registrant.id ?? null,
    email: registrant.email === undefined ? null : comparedEmail(registrant.email),
  }
  const noted = write(services, undefined, ({ addJobs }) => addJobs('recheck-registrant', [data]))
  await within(answerWithinMs, noted).catch((problem: Error) => {
    services.log.warn({ problem: problem.message }, 'notice not noted')
    throw new Refusal('NOT_READY')
  })
}

/** What is signed and makes no sense is none of the notices that we know. */
function contentOf({ body }: ZoomNotice): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
