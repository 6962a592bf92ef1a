import { setTimeout } from 'node:timers/promises'
import type { JSONWebKeySet } from 'jose'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import type { IdentityHealth } from '#server/core/identity/identity.ts'
import type { CallOptions, RemoteAnswer } from '#server/core/remote-calls.ts'
import { contentOf, openRemoteCalls } from '#server/core/remote-calls.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import type { PublishedKeys } from './published-keys.ts'

/** A project of Firebase, and how the portal calls it. */
export interface FirebaseSettings {
  projectId: string
  apiKey: string
  /** Where a stand-in answers for all hosts, as Google's emulator does; undefined: Google's own. */
  apiUrl: string | undefined
}

/** What a sign-in gives. */
interface FirebaseTokens {
  idToken: string
  refreshToken: string
}

/** Firebase has said no, in a word of its own: 'EMAIL_NOT_FOUND'. */
export class FirebaseRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`Firebase refused: ${code}`)
    this.code = code
  }
}

/** Firebase does not answer, or not as it should. */
export class FirebaseAway extends Error {}

/**
 * Firebase Authentication by its REST API. Every call throws `FirebaseRefused` or `FirebaseAway`. Where a call gives an ID
 * token and may be made twice, it is tried once more after a second.
 */
export interface Firebase {
  /** Mails a link to sign in, to known and unknown addresses alike; it returns to `continueUrl`. */
  sendSignInLink(email: string, continueUrl: string): Promise<void>
  /** Mails a link to choose a password; refuses or is silent where nobody has the address. */
  sendPasswordReset(email: string, continueUrl: string): Promise<void>
  signInWithLink(email: string, code: string): Promise<FirebaseTokens>
  signInWithPassword(email: string, password: string): Promise<FirebaseTokens>
  /** Makes an account with a password that nobody knows. Refuses with EMAIL_EXISTS. */
  signUp(email: string, password: string): Promise<void>
  /** Whether the account of an ID token has a password. */
  hasPassword(idToken: string): Promise<boolean>
  /** Sets the password of the ID token's account; earlier tokens of it end. */
  changePassword(idToken: string, password: string): Promise<void>
  /** Whose new password a mailed code lets choose. */
  readResetCode(code: string): Promise<string>
  resetPassword(code: string, password: string): Promise<void>
  /** A new ID token, of the same sign-in. */
  renew(refreshToken: string): Promise<FirebaseTokens>
  /** The keys of its ID tokens. */
  fetchKeys(): Promise<PublishedKeys>
  /** False while it is left alone; true again once a try is due, or nobody who asks first would ever try. */
  isReachable(): boolean
  health(): IdentityHealth
  close(): void
}

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

export function openFirebase({ apiKey, apiUrl }: FirebaseSettings, options: CallOptions = {}): Firebase {
  const calls = openRemoteCalls('Firebase', { timeoutMs: 10_000, ...options })
  const addressOf = (host: string) => (apiUrl ? `${apiUrl.replace(/\/+$/, '')}/${host}` : `https://${host}`)

  async function send(address: string, body?: object): Promise<RemoteAnswer> {
    try {
      const method = body ? 'POST' : 'GET'
      // The language of its mails.
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
    async sendSignInLink(email, continueUrl) {
      await ask('sendOobCode', {
        requestType: 'EMAIL_SIGNIN',
        ...{ email, continueUrl, canHandleCodeInApp: true },
      })
    },
    async sendPasswordReset(email, continueUrl) {
      await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email, continueUrl })
    },
    // A link works once: whether it was used when no answer comes nobody can say, so it is not tried again.
    signInWithLink: (email, oobCode) => tokensOf(ask('signInWithEmailLink', { email, oobCode })),
    signInWithPassword: (email, password) =>
      twice(() => tokensOf(ask('signInWithPassword', { email, password, returnSecureToken: true }))),
    async signUp(email, password) {
      await ask('signUp', { email, password, returnSecureToken: true })
    },
    async hasPassword(idToken) {
      const { users } = read(await ask('lookup', { idToken }), Accounts)
      return users.some(({ passwordHash, passwordUpdatedAt }) => passwordHash ?? passwordUpdatedAt)
    },
    async changePassword(idToken, password) {
      await ask('update', { idToken, password })
    },
    async readResetCode(oobCode) {
      const { requestType, email } = read(await ask('resetPassword', { oobCode }), MailedCode)
      if (requestType === 'PASSWORD_RESET' && email) return email
      throw new FirebaseRefused('INVALID_OOB_CODE')
    },
    async resetPassword(oobCode, newPassword) {
      await ask('resetPassword', { oobCode, newPassword })
    },
    renew: (refreshToken) =>
      twice(async () => {
        const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
        const address = `${addressOf(hosts.tokens)}?key=${encodeURIComponent(apiKey)}`
        const renewed = read(await send(address, body), Renewed)
        return { idToken: renewed.id_token, refreshToken: renewed.refresh_token }
      }),
    async fetchKeys() {
      const answer = await send(addressOf(hosts.keys))
      const maxAge = /\bmax-age=(\d{1,9})\b/.exec(answer.headers.get('cache-control') ?? '')?.[1]
      const keys = read(answer, KeySet) as unknown as JSONWebKeySet
      return { keys, maxAgeSeconds: maxAge === undefined ? null : Number(maxAge) }
    },
    isReachable: () => calls.state() !== 'open',
    health: () => ({ awaySince: calls.health().awaySince }),
    close: () => calls.close(),
  }
}

/** Whether the mailbox of an ID token that Firebase has just given was ever proven. */
export function isEmailVerified(idToken: string): boolean {
  return decodeJwt(idToken).email_verified === true
}

/** Throws `FirebaseRefused` with the word that Google says no with. */
function accepted(answer: RemoteAnswer): RemoteAnswer {
  if (answer.status < 300) return answer
  const { data } = z.safeParse(Failure, answer.content)
  const reason = data?.error.details?.find((detail) => detail.reason)?.reason
  // 'WEAK_PASSWORD : Password should be …'; of a key that is no good only the reason is a word.
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

/** One more try, a second later, where Firebase was away. */
async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (problem) {
    if (!(problem instanceof FirebaseAway)) throw problem
    await setTimeout(secondTryMs)
    return call()
  }
}
