import * as reviews from '#contract/counting/credit-reviews/calls.ts'
import { acceptSheets } from '#server/core/http/received-sheet.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { answerReview, askForReview } from './credit-reviews.ts'
import { countOpenReviews, findOwnReviews, findReviews, getFileOf } from './queries.ts'

export function serveCreditReviews(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, reviews.getOwnReviews, async ({ caller }) => ({
    registrations: await findOwnReviews(services, caller.userId),
  }))
  acceptSheets(gate, (gate) => {
    serveWrite(gate, services, reviews.askForReview, (work, { caller, body }) =>
      askForReview(work, caller.userId, body),
    )
  })
  serve(gate, reviews.getReviews, async ({ query }) => ({ reviews: await findReviews(db, query) }))
  serve(gate, reviews.countReviews, () => countOpenReviews(db))
  serveWrite(gate, services, reviews.answerReview, (work, { body }) => answerReview(work, body))
  serveFile(gate, reviews.getReviewFile, async ({ params, reply }) => {
    const { file, fileName } = await getFileOf(db, params.reviewId)
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .send(file)
  })
}
