import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as bounces from '#contract/foundation/bounces/calls.ts'
import { acceptBytes } from '#server/core/http/received-bytes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import { readNote } from './bounce-notes.ts'
import { clearBounce, clearOwnBounce, forgetBounce, markBounce, receiveBounces } from './bounces.ts'
import { findBounce, findBounceOf, findBounces } from './queries.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    bounce: Awaited<ReturnType<typeof findBounce>>
  }
}

export default noun({
  calls: [bounces],
  serve(gate, services) {
    const { db, config, log } = services
    serve(gate, bounces.getOwnBounce, async ({ caller }) => ({
      bounce: await findBounceOf(db, caller.userId),
    }))
    serveWrite(gate, services, bounces.clearOwnBounce, (work, _, { caller }) =>
      clearOwnBounce(work, caller.userId),
    )
    serve(gate, bounces.getBounces, () => findBounces(db))
    serveWrite(gate, services, bounces.markBounce, markBounce)
    serveWrite(gate, services, bounces.clearBounce, (work, body) => clearBounce(work, body.email))
    // SNS sends JSON as text/plain.
    acceptBytes(gate, ['application/json', 'text/plain'], (gate) => {
      serve(gate, bounces.receiveBounces, async ({ request }) => {
        if (!isProven(request, config.mail.bounceSecret)) throw new Refusal('NOTICE_NOT_PROVEN')
        const note = readNote(request.body)
        if (note.Type === 'SubscriptionConfirmation') {
          // The portal never calls an address from a webhook: the operator opens it.
          log.warn({ subscribeUrl: note.SubscribeURL }, 'open this address to confirm the SNS subscription')
        }
        await write(services, undefined, (work) => receiveBounces(work, note))
      })
    })
  },
  personal: {
    data: [
      personalData({
        key: 'returnedMails',
        title: 'Emails that came back',
        read: ({ db }, { user }) => findBounce(db, user.email),
        columns: { Address: 'email', Since: 'bouncedAt', Why: 'reason' },
      }),
    ],
    record: { bounce: ({ db }, { user }) => findBounce(db, user.email) },
    async forget(work, { emails }) {
      for (const email of emails) await forgetBounce(work, email)
    },
  },
})

/** Verifies the secret as a bearer token, or as a Basic password, which SNS takes from the address. */
function isProven({ headers: { authorization = '' } }: FastifyRequest, secret: string | undefined) {
  if (secret === undefined) return false
  const [kind = '', proof = ''] = authorization.split(' ')
  const isBasic = kind.toLowerCase() === 'basic'
  const given = isBasic
    ? Buffer.from(proof, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : proof
  return timingSafeEqual(hashOfSecret(given), hashOfSecret(secret))
}
