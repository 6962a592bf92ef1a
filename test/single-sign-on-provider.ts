import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

interface Account {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

export type SignOnProvider = Awaited<ReturnType<typeof startSignOnProvider>>

const clientId = 'portal'
const clientSecret = 'a client secret of the portal'.replaceAll(' ', '~')
const tenYears = 10 * 366 * 86_400
const scopes = ['openid', 'offline_access', 'email', 'profile', 'groups']
const claims = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['given_name', 'family_name'],
  groups: ['groups'],
}

/**
 * Starts a real OpenID Connect provider on this machine. Like Microsoft's and Okta's, it gives refresh tokens
 * without asking for consent, and they outlive its own session. `fullIdTokens`: its ID tokens have all claims.
 */
export async function startSignOnProvider({ fullIdTokens = false } = {}) {
  const accounts = new Map<string, Account>()
  const grants = new Map<string, string>()
  let userinfoStatus = 200
  let tokenProblem: object | undefined
  const server = createServer((request, response) => void answer(request, response))
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }]
  let provider = providerFor('http://localhost:3000')

  function providerFor(portalUrl: string): Provider {
    return new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${portalUrl}/admin/single-sign-on`],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys },
      cookies: { keys: ['a key of the cookies'] },
      scopes,
      claims,
      conformIdTokenClaims: !fullIdTokens,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      rotateRefreshToken: true,
      issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
      expiresWithSession: async () => false,
      ttl: {
        AccessToken: 600,
        IdToken: 600,
        Grant: 86_400,
        // A browser ends cookies by the machine's clock, which may be years ahead of the suite's.
        Interaction: tenYears,
        Session: tenYears,
        RefreshToken: 86_400,
      },
      pkce: { required: () => true },
      findAccount: async (_, id) => {
        const account = accounts.get(id)
        return account && { accountId: id, claims: async () => ({ sub: id, ...account }) }
      },
      loadExistingGrant: async ({ oidc }) => {
        const { session, client, provider: own } = oidc
        const known = await own.Grant.find(grants.get(String(session?.accountId)) ?? '')
        if (known) return known
        const grant = new own.Grant({
          clientId: String(client?.clientId),
          accountId: String(session?.accountId),
        })
        grant.addOIDCScope(scopes.join(' '))
        grant.addOIDCClaims(Object.values(claims).flat())
        grants.set(String(session?.accountId), await grant.save())
        return grant
      },
    })
  }

  /** The provider's own pages are a form with a name, without a password. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (userinfoStatus !== 200 && request.url?.startsWith('/me')) {
      return void response.writeHead(userinfoStatus).end()
    }
    if (tokenProblem && request.url?.startsWith('/token')) {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(tokenProblem))
      return
    }
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end(
        '<title>Company</title><form method="post"><label>Name <input name="name"></label><button>Go on</button></form>',
      )
      return
    }
    const name = new URLSearchParams(await text(request)).get('name') ?? ''
    const login = accounts.has(name) ? { login: { accountId: name } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, login)
  }

  return {
    issuer,
    /** The environment of a portal that uses it. */
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    /** Each account with its claims by its subject. Deleting one disables it. */
    accounts,
    /** Forgets all sign-ins, and sends browsers back to this portal. */
    allow(portalUrl: string) {
      provider = providerFor(portalUrl)
    },
    /** Revokes what an account granted to the portal. */
    async revoke(name: string) {
      await (await provider.Grant.find(grants.get(name) ?? ''))?.destroy()
    },
    /** Answers calls of the userinfo endpoint with this status; 200: as it should. */
    answerUserinfo(status: number) {
      userinfoStatus = status
    },
    /** Refuses tokens with this answer; undefined: gives them. */
    refuseTokens(problem: object | undefined) {
      tokenProblem = problem
    },
    /** Signs in as a browser does, from the portal's address on. Returns the query with which it comes back. */
    signIn: (url: string, name: string) => visit(url, name),
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    comeBack: () => listen(port),
    async close() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function visit(start: string, name: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(start)
  let [url, form]: [string, URLSearchParams | undefined] = [start, undefined]
  for (;;) {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ')
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(key, value)
    }
    const location = answer.headers.get('location')
    if (answer.status >= 400)
      throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    form = location === null ? new URLSearchParams({ name }) : undefined
    if (location === null) continue
    const next = new URL(location, url)
    if (next.origin !== origin) return next.search.slice(1)
    url = next.href
  }
}
