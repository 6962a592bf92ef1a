import * as reviews from '#contract/counting/credit-reviews/calls.ts'
import { acceptSheets } from '#server/core/http/received-sheet.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { aboutRegistration, forDays, job, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { answerReview, askForReview, expireReviews, forgetReviewWords } from './credit-reviews.ts'
import { tellReviewAnswers } from './jobs.ts'
import { countOpenReviews, findOwnReviews, findReviews, findReviewsOf, getFileOf } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Emails a person the answers to their reviews that they don't know yet. */
    'tell-review-answers': { registrationId: number }
  }
}

export default noun({
  calls: [reviews],
  serve(gate, services) {
    const { db } = services
    serve(gate, reviews.getOwnReviews, async ({ caller }) => ({
      registrations: await findOwnReviews(services, caller.userId),
    }))
    acceptSheets(gate, (gate) => {
      serveWrite(gate, services, reviews.askForReview, (work, body, { caller }) =>
        askForReview(work, caller.userId, body),
      )
    })
    serve(gate, reviews.getReviews, async ({ query }) => ({ reviews: await findReviews(db, query) }))
    serve(gate, reviews.countReviews, () => countOpenReviews(db))
    serveWrite(gate, services, reviews.answerReview, answerReview)
    serveFile(gate, reviews.getReviewFile, async ({ params, reply }) => {
      const { file, fileName } = await getFileOf(db, params.reviewId)
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
        .send(file)
    })
  },
  jobs: [
    job('tell-review-answers', {
      verb: tellReviewAnswers,
      follows: { 'review-answered': aboutRegistration() },
      ...forDays,
    }),
  ],
  expire: expireReviews,
  personal: {
    data: [
      personalData({
        key: 'creditReviews',
        title: 'Reviews of your hours',
        read: ({ db }, { userId }) => findReviewsOf(db, userId),
        columns: {
          Event: 'eventName',
          Asked: 'askedAt',
          Hours: 'about',
          Words: 'words',
          File: ({ fileName }) => fileName && `${fileName} (the JSON file contains it)`,
          Answered: ({ answer }) => answer?.answeredAt ?? null,
          Answer: ({ answer }) =>
            answer &&
            `${answer.hours === null ? 'The hours stay' : `${answer.hours} hours`}: ${answer.words}`,
        },
      }),
    ],
    async forget({ tx }, { registrationIds }) {
      await forgetReviewWords(tx, registrationIds)
    },
  },
})
