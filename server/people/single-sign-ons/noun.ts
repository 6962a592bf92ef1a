import * as calls from '#contract/people/single-sign-ons/calls.ts'
import { cookieOf, giveCookie } from '#server/core/http/cookies.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { SignedOn } from '#server/core/single-sign-on/single-sign-on.ts'
import { job, minute, noun } from '#server/noun.ts'
import { browserOf } from '#server/people/sessions/session-calls.ts'
import { personalData } from '#server/personal.ts'
import { write } from '#server/work.ts'
import { recheckSingleSignOns } from './jobs.ts'
import { findSingleSignOns } from './queries.ts'
import { checksOf, encryptToken, minutesToSignOn, newCookie, readCookie } from './single-sign-on-secrets.ts'
import type { SignOn } from './single-sign-ons.ts'
import { completeSingleSignOn, noteRefusal } from './single-sign-ons.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Asks the provider of single sign-on if the accounts of sessions still may sign in. */
    'recheck-single-sign-ons': Record<string, never>
  }
}

const browserCookie = { name: 'single-sign-on', days: minutesToSignOn / (24 * 60) }

export default noun({
  calls: [calls],
  serve(gate, services) {
    const { config, clock, singleSignOn: provider } = services
    const { singleSignOn: settings } = config
    const isSecure = config.publicUrl.startsWith('https:')
    serve(gate, calls.getSingleSignOn, () => ({
      singleSignOn: settings ? { label: settings.label, isRequired: settings.isRequired } : null,
    }))
    serve(gate, calls.beginSingleSignOn, async ({ body: { asksAgain = false }, reply }) => {
      if (!provider || !settings) throw new Refusal('SINGLE_SIGN_ON_OFF')
      const expiresAt = new Date(clock().getTime() + minutesToSignOn * 60_000)
      const cookie = newCookie({ expiresAt, asksAgain })
      const url = await provider.begin(checksOf(cookie, settings.clientSecret), asksAgain)
      giveCookie(reply, browserCookie, { value: cookie, isSecure })
      return { url }
    })
    serve(gate, calls.completeSingleSignOn, async ({ body, request, reply }) => {
      if (!provider || !settings) throw new Refusal('SINGLE_SIGN_ON_OFF')
      const cookie = cookieOf(request, browserCookie)
      if (cookie === undefined) throw new Refusal('SINGLE_SIGN_ON_NOT_PROVEN')
      const { expiresAt, asksAgain } = readCookie(cookie)
      if (expiresAt <= clock()) throw new Refusal('SINGLE_SIGN_ON_NOT_PROVEN')
      const signedOn = await provider.complete(body.answer, checksOf(cookie, settings.clientSecret))
      // A cookie is for one answer. That of another tab, which began earlier, leaves it.
      giveCookie(reply, { ...browserCookie, days: 0 }, { value: '', isSecure })
      const storedToken = await encryptToken(refreshTokenOf(signedOn), settings.clientSecret)
      return admit({ settings, signedOn, storedToken, asksAgain, ...browserOf(request) })
    })

    async function admit(given: SignOn) {
      try {
        return await write(services, undefined, (work) => completeSingleSignOn(work, given))
      } catch (problem) {
        if (problem instanceof Refusal) {
          await write(services, undefined, (work) => noteRefusal(work, given.signedOn, problem))
        }
        throw problem
      }
    }
  },
  jobs: [
    job('recheck-single-sign-ons', {
      run: recheckSingleSignOns,
      expireInSeconds: 4 * minute,
      cron: '* * * * *',
    }),
  ],
  personal: {
    data: [
      personalData({
        key: 'singleSignOns',
        title: 'Single sign-on',
        read: ({ db }, { userId }) => findSingleSignOns(db, userId),
        columns: { Provider: 'issuer', 'Known there as': 'subject', 'Last checked there': 'checkedAt' },
      }),
    ],
  },
})

/** Without a refresh token, nobody could ask later if the account is disabled. */
function refreshTokenOf({ refreshToken }: SignedOn) {
  if (refreshToken === undefined) throw new Refusal('SINGLE_SIGN_ON_UNCHECKED')
  return refreshToken
}
