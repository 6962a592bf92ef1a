import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { comparedText, emailAddress, longest } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { openBreaker } from '#server/core/breaker.ts'
import { cleanLine } from '#server/core/clean-line.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Logger } from '#server/core/log.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import type { Recheck, SignedOn, SingleSignOn } from '#server/core/single-sign-on/single-sign-on.ts'
import type { SingleSignOnSettings } from '#server/core/single-sign-on/single-sign-on-config.ts'

const answersWithinMs = 10_000
/** Machines' clocks differ by up to this many seconds. */
const clockMetadata = { [oidc.clockTolerance]: 60 }
/** Google has no `offline_access`, no `max_age` and no `prompt=login`. */
const google = 'https://accounts.google.com'

/** Opens single sign-on by OpenID Connect: authorization code with PKCE, state and nonce. */
export function openOpenIdConnect(
  settings: SingleSignOnSettings,
  { publicUrl, log }: { publicUrl: string; log: Logger },
): SingleSignOn {
  const { issuer, clientId, clientSecret } = settings
  const redirectUri = publicUrl + paths.singleSignOn()
  const closing = new AbortController()
  const breaker = openBreaker('The provider of single sign-on')
  let found: Promise<oidc.Configuration> | undefined

  /** Discovers the provider once; again after a failure. */
  function provider(): Promise<oidc.Configuration> {
    found ??= oidc
      .discovery(new URL(issuer), clientId, clockMetadata, bySecret(clientSecret), {
        [oidc.customFetch]: (url, options) => breaker.run(() => fetchWhole(url, options, closing.signal)),
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      })
      .catch((problem: unknown) => {
        found = undefined
        throw problem
      })
    return found
  }

  /** Turns the provider's problems into refusals. */
  function refused(problem: unknown): Refusal {
    const { code, words } = meaningOf(problem)
    if (code !== 'SINGLE_SIGN_ON_CANCELED') log.warn({ reason: words }, 'a single sign-on failed')
    return new Refusal(code)
  }

  return {
    async begin({ state, nonce, verifier }, asksAgain) {
      const config = await provider().catch((problem: unknown) => {
        const refusal = refused(problem)
        // Before any answer of a browser, only the settings can be wrong.
        throw refusal.code === 'SINGLE_SIGN_ON_AWAY' ? refusal : new Refusal('SINGLE_SIGN_ON_SETUP')
      })
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...wishesOf(settings, config.serverMetadata().scopes_supported ?? [], asksAgain),
      }).href
    },

    async complete(answer, { state, nonce, verifier }) {
      try {
        const config = await provider()
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return { ...(await personOf(config, settings, tokens)), refreshToken: tokens.refresh_token }
      } catch (problem) {
        throw refused(problem)
      }
    },

    async recheck({ refreshToken, subject }): Promise<Recheck> {
      let renewed: string | undefined
      try {
        const config = await provider()
        const tokens = await oidc.refreshTokenGrant(config, refreshToken)
        renewed = tokens.refresh_token
        const { groups, subject: now } = await personOf(config, settings, tokens, subject)
        if (now !== subject) return { outcome: 'ended' }
        return { outcome: 'holds', refreshToken: renewed ?? refreshToken, groups }
      } catch (problem) {
        if (problem instanceof oidc.ResponseBodyError && problem.error === 'invalid_grant') {
          return { outcome: 'ended' }
        }
        const { code, words } = meaningOf(problem)
        log.warn({ reason: words }, 'could not check a session of single sign-on with its provider')
        return { outcome: code === 'SINGLE_SIGN_ON_AWAY' ? 'away' : 'unknown', renewed }
      }
    },

    health: () => breaker.health(),
    close: () => closing.abort(),
  }
}

/** Sends the secret in the body, as most providers take it, else as HTTP Basic. */
function bySecret(secret: string): oidc.ClientAuth {
  const [inBody, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...call) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? true
    return (takesBody ? inBody : basic)(server, ...call)
  }
}

/** Returns the parameters that differ between providers. */
function wishesOf({ issuer, groups }: SingleSignOnSettings, scopes: string[], asksAgain: boolean) {
  const optional = ['offline_access', ...(groups.length > 0 ? ['groups'] : [])]
  const scope = ['openid', 'email', 'profile', ...optional.filter((name) => scopes.includes(name))].join(' ')
  if (issuer.replace(/\/$/, '') === google) {
    return { scope, access_type: 'offline', prompt: asksAgain ? 'select_account consent' : 'consent' }
  }
  return { scope, ...(asksAgain && { prompt: 'login', max_age: '0' }) }
}

const Text = z.catch(z.string(), '')
/** OpenID Connect allows no longer subject. */
const Subject = comparedText('The subject cannot be stored', 255)
const Claims = z.object({
  email: z.catch(emailAddress(''), ''),
  email_verified: z.catch(z.union([z.boolean(), z.literal('true')]), false),
  // Microsoft's: the domain of the email belongs to the tenant.
  xms_edov: z.catch(z.union([z.boolean(), z.literal(1), z.literal('1'), z.literal('true')]), false),
  given_name: Text,
  family_name: Text,
  auth_time: z.catch(z.optional(z.number().check(z.nonnegative())), undefined),
})
const Groups = z.catch(z.optional(z.union([z.array(z.string()), z.string()])), undefined)

type Tokens = Pick<Awaited<ReturnType<typeof oidc.refreshTokenGrant>>, 'access_token' | 'claims'>

/**
 * Returns the person of an answer with tokens. Some providers have email and groups only at their userinfo
 * endpoint. `subject`: of a renewed answer, which need not have an ID token.
 */
async function personOf(
  config: oidc.Configuration,
  { issuer, groups: mapped, groupsClaim, trustsEmails }: SingleSignOnSettings,
  tokens: Tokens,
  subject?: string,
): Promise<Omit<SignedOn, 'refreshToken'>> {
  const idToken: Record<string, unknown> = { sub: subject, iss: issuer, ...tokens.claims() }
  const lacks = (subject === undefined && !idToken.email) || (mapped.length > 0 && !idToken[groupsClaim])
  const hasMore = lacks && config.serverMetadata().userinfo_endpoint !== undefined
  const more = hasMore ? await oidc.fetchUserInfo(config, tokens.access_token, String(idToken.sub)) : {}
  const all: Record<string, unknown> = { ...more, ...idToken }
  const claims = z.parse(Claims, all)
  const groups = z.parse(Groups, all[groupsClaim])
  return {
    issuer: String(idToken.iss),
    subject: z.parse(Subject, idToken.sub),
    email: claims.email,
    isEmailVerified: trustsEmails || Boolean(claims.email_verified) || Boolean(claims.xms_edov),
    firstName: cleanLine(claims.given_name, longest.name),
    lastName: cleanLine(claims.family_name, longest.name),
    groups: typeof groups === 'string' ? [groups] : groups,
    provenSecondsAgo:
      claims.auth_time === undefined ? undefined : Math.max(Date.now() / 1000 - claims.auth_time, 0),
  }
}

/** Fetches an answer with its body, so that a body that never comes counts as an outage. */
async function fetchWhole(
  url: string,
  options: oidc.CustomFetchOptions,
  closing: AbortSignal,
): Promise<Response> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(answersWithinMs)])
  try {
    const { status, statusText, headers, ...answer } = await whole(url, { ...options, signal })
    if (status >= 500) throw new ServiceDown(`The provider of single sign-on answered ${status}`)
    return new Response(answer.body, { status, statusText, headers })
  } catch (problem) {
    if (problem instanceof ServiceDown) throw problem
    throw new ServiceDown(`The provider of single sign-on did not answer (${(problem as Error).name})`)
  }
}

async function whole(url: string, options: object) {
  const response = await fetch(url, options)
  const { status, statusText, headers } = response
  return { status, statusText, headers, body: await response.arrayBuffer() }
}

const busy = ['temporarily_unavailable', 'server_error']

/** Returns the refusal for a problem, and words for the log, which never quote tokens. */
function meaningOf(problem: unknown) {
  if (causes(problem).some((each) => each instanceof ServiceDown)) {
    return { code: 'SINGLE_SIGN_ON_AWAY' as const, words: 'it is away' }
  }
  if (problem instanceof oidc.AuthorizationResponseError) {
    const code = busy.includes(problem.error)
      ? ('SINGLE_SIGN_ON_AWAY' as const)
      : ('SINGLE_SIGN_ON_CANCELED' as const)
    return { code, words: problem.error }
  }
  if (problem instanceof oidc.ResponseBodyError) {
    const isSpent = problem.error === 'invalid_grant'
    const code = isSpent ? ('SINGLE_SIGN_ON_NOT_PROVEN' as const) : ('SINGLE_SIGN_ON_SETUP' as const)
    // Microsoft names the account.
    const description = problem.error_description?.replaceAll(/\S+@\S+/g, '…')
    return { code, words: [problem.error, description].filter(Boolean).join(': ') }
  }
  if (problem instanceof oidc.WWWAuthenticateChallengeError) {
    return { code: 'SINGLE_SIGN_ON_SETUP' as const, words: `it answered ${problem.status}` }
  }
  const { name, message, code } = problem as Error & { code?: string }
  return { code: 'SINGLE_SIGN_ON_NOT_PROVEN' as const, words: `${code ?? name}: ${message}` }
}

function causes(problem: unknown): unknown[] {
  return problem instanceof Error ? [problem, ...causes(problem.cause)] : []
}
