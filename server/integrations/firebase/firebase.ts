import { setTimeout } from 'node:timers/promises'
import type { JSONWebKeySet } from 'jose'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import { contentOf, openRemoteCalls } from '#server/core/remote-calls.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import type { PublishedKeys } from './published-keys.ts'

/** A Firebase project and its API key. */
export interface FirebaseSettings {
  projectId: string
  apiKey: string
  /** A stand-in for all of Google's hosts, like Google's emulator; undefined: Google. */
  apiUrl: string | undefined
}

/** The result of a sign-in. */
interface FirebaseTokens {
  idToken: string
  refreshToken: string
}

/** A refusal with Firebase's own code: 'EMAIL_NOT_FOUND'. */
export class FirebaseRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`Firebase refused: ${code}`)
    this.code = code
  }
}

/** Firebase does not answer, or its answer makes no sense. */
export class FirebaseAway extends Error {}

const secondTryMs = 1000
const hosts = {
  accounts: 'identitytoolkit.googleapis.com/v1/accounts',
  tokens: 'securetoken.googleapis.com/v1/token',
  keys: 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
} as const

const Tokens = z.object({ idToken: z.string(), refreshToken: z.string() })
const Renewed = z.object({ id_token: z.string(), refresh_token: z.string() })
const SecondFactor = z.object({ mfaPendingCredential: z.string() })
const MailedCode = z.object({ requestType: z.string(), email: z.optional(z.string()) })
const Accounts = z.object({
  users: z.array(
    z.object({ passwordHash: z.optional(z.string()), passwordUpdatedAt: z.optional(z.number()) }),
  ),
})
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })
const Failure = z.object({
  error: z.object({
    message: z.string(),
    details: z.optional(z.array(z.looseObject({ reason: z.optional(z.string()) }))),
  }),
})

export type Firebase = ReturnType<typeof openFirebase>

/**
 * Opens Firebase Authentication's REST API. Every call throws `FirebaseRefused` or `FirebaseAway`. Repeatable
 * calls are retried once, after a second.
 */
export function openFirebase({ apiKey, apiUrl }: FirebaseSettings) {
  const calls = openRemoteCalls('Firebase', { timeoutMs: 10_000 })
  const addressOf = (host: string) => (apiUrl ? `${apiUrl.replace(/\/+$/, '')}/${host}` : `https://${host}`)

  async function send(address: string, body?: object): Promise<RemoteAnswer> {
    try {
      const method = body ? 'POST' : 'GET'
      // The language of Firebase's mails.
      const headers = { 'x-firebase-locale': 'en' }
      return accepted(await calls.send({ method, address, headers, body, isWrite: false }))
    } catch (problem) {
      if (isTemporary(problem)) throw new FirebaseAway((problem as Error).message)
      throw problem
    }
  }

  const ask = (verb: string, body: object) =>
    send(`${addressOf(hosts.accounts)}:${verb}?key=${encodeURIComponent(apiKey)}`, body)
  async function tokensOf(answer: Promise<RemoteAnswer>): Promise<FirebaseTokens> {
    const given = await answer
    if (z.safeParse(SecondFactor, given.content).success) throw new FirebaseRefused('SECOND_FACTOR_WANTED')
    return read(given, Tokens)
  }

  return {
    /** Emails a sign-in link, to known and unknown addresses alike; it returns to `continueUrl`. */
    async sendSignInLink(email: string, continueUrl: string) {
      const code = { email, continueUrl, canHandleCodeInApp: true }
      await ask('sendOobCode', { requestType: 'EMAIL_SIGNIN', ...code })
    },
    /** Emails a link to choose a password; may refuse an unknown address. */
    async sendPasswordReset(email: string, continueUrl: string) {
      await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email, continueUrl })
    },
    /** Is not retried: a link works once, and a lost answer hides if it was used. */
    signInWithLink: (email: string, oobCode: string) =>
      tokensOf(ask('signInWithEmailLink', { email, oobCode })),
    signInWithPassword: (email: string, password: string) =>
      twice(() => tokensOf(ask('signInWithPassword', { email, password, returnSecureToken: true }))),
    /** Creates an account. Refuses with EMAIL_EXISTS. */
    async signUp(email: string, password: string) {
      await ask('signUp', { email, password, returnSecureToken: true })
    },
    /** Returns true if an ID token's account has a password. */
    async hasPassword(idToken: string) {
      const { users } = read(await ask('lookup', { idToken }), Accounts)
      return users.some(({ passwordHash, passwordUpdatedAt }) => Boolean(passwordHash ?? passwordUpdatedAt))
    },
    /** Sets the password of an ID token's account; its earlier tokens end. */
    async changePassword(idToken: string, password: string) {
      await ask('update', { idToken, password })
    },
    /** Returns the email whose password an emailed code can set. */
    async readResetCode(oobCode: string) {
      const { requestType, email } = read(await ask('resetPassword', { oobCode }), MailedCode)
      if (requestType === 'PASSWORD_RESET' && email) return email
      throw new FirebaseRefused('INVALID_OOB_CODE')
    },
    async resetPassword(oobCode: string, newPassword: string) {
      await ask('resetPassword', { oobCode, newPassword })
    },
    /** Returns a renewed ID token of the same sign-in. */
    renew: (refreshToken: string) =>
      twice(async (): Promise<FirebaseTokens> => {
        const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
        const address = `${addressOf(hosts.tokens)}?key=${encodeURIComponent(apiKey)}`
        const renewed = read(await send(address, body), Renewed)
        return { idToken: renewed.id_token, refreshToken: renewed.refresh_token }
      }),
    /** Returns the keys of Firebase's ID tokens. */
    async fetchKeys(): Promise<PublishedKeys> {
      const answer = await send(addressOf(hosts.keys))
      const maxAge = /\bmax-age=(\d{1,9})\b/.exec(answer.headers.get('cache-control') ?? '')?.[1]
      const keys = read(answer, KeySet) as unknown as JSONWebKeySet
      return { keys, maxAgeSeconds: maxAge === undefined ? null : Number(maxAge) }
    },
    /** Returns false during the circuit breaker's pause; true again when a try is due. */
    isReachable: () => calls.state() !== 'open',
    health: calls.health,
    close: calls.close,
  }
}

/** Returns true if a fresh Firebase ID token's mailbox was ever proven. */
export function isEmailVerified(idToken: string): boolean {
  return decodeJwt(idToken).email_verified === true
}

/** Throws `FirebaseRefused` with Google's code if an answer is a refusal. */
function accepted(answer: RemoteAnswer): RemoteAnswer {
  if (answer.status < 300) return answer
  const { data } = z.safeParse(Failure, answer.content)
  const reason = data?.error.details?.find((detail) => detail.reason)?.reason
  // 'WEAK_PASSWORD : Password should be …'. For an invalid API key, only the reason is a code.
  const word = /^[A-Z_]+(?= :|$)/.exec(data?.error.message ?? '')?.[0]
  throw new FirebaseRefused(
    word ?? reason ?? (answer.status === 429 ? 'RESOURCE_EXHAUSTED' : `HTTP_${answer.status}`),
  )
}

function read<Schema extends z.ZodMiniType>(answer: RemoteAnswer, schema: Schema): z.output<Schema> {
  try {
    return contentOf(answer, schema)
  } catch (problem) {
    throw new FirebaseAway((problem as Error).message)
  }
}

/** Retries a call once, after a second, if Firebase was away. */
async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (problem) {
    if (!(problem instanceof FirebaseAway)) throw problem
    await setTimeout(secondTryMs)
    return call()
  }
}
