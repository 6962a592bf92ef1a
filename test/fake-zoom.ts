import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ZoomSettings } from '#server/integrations/zoom/zoom-calls.ts'
import type { FakeZoomAccount } from './fake-zoom-account.ts'
import { dailyLimit, no, openFakeAccount } from './fake-zoom-account.ts'
import type { ZoomLabel, ZoomRoute } from './fake-zoom-routes.ts'
import { zoomRoutes } from './fake-zoom-routes.ts'
import type { FakeAnswer, HttpFaults } from './http-faults.ts'
import { openFaults, write } from './http-faults.ts'

export interface FakeZoom extends FakeZoomAccount {
  url: string
  /** The settings of a portal that uses it. */
  settings: ZoomSettings
  faults: HttpFaults
  /** Every call of the API with its time in ms and its status. */
  calls: ZoomCallRecord[]
  /** Returns how many tokens were requested. */
  tokens(): number
  /** Refuses all tokens given so far. */
  forgetTokens(): void
  /** Answers every call with 401, whatever the token, while true. */
  refuseAccess(refuses: boolean): void
  /** Omits a scope from all further tokens. */
  withhold(scope: string): void
  /** Limits the calls per second of a label. */
  limit(label: ZoomLabel, perSecond: number): void
  /** Answers the next calls, this many, with a per-second 429, as if other apps of the account had called. */
  sendAway(calls: number, retryAfter: string): void
  /** Sets how many calls of a label the account has left today. */
  leaveForToday(label: ZoomLabel, calls: number): void
  /** Stops listening until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

interface ZoomCallRecord {
  label: ZoomLabel
  method: string
  path: string
  atMs: number
  status: number
}

const app = { accountId: 'acct-1', clientId: 'client-1', clientSecret: 'secret-of-the-app' }
const tokenSeconds = 3599

/** Starts a stand-in of Zoom that speaks HTTP on this machine, with the rules and limits of the Business plan. */
export async function startFakeZoom({ clock = () => new Date() } = {}): Promise<FakeZoom> {
  const account = openFakeAccount(clock)
  const faults = openFaults()
  const calls: ZoomCallRecord[] = []
  const tokens = new Map<string, { endsAt: number; scopes: string[] }>()
  const withheld = new Set<string>()
  const perSecond: Record<ZoomLabel, number> = { Light: 80, Medium: 60, Heavy: 40 }
  const left: Partial<Record<ZoomLabel, number>> = {}
  const seconds = new Map<string, number>()
  let away = { calls: 0, retryAfter: '' }
  let asked = 0
  let refusesAccess = false

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://fake')
    const body = await text(request)
    if (url.pathname === '/oauth/token') return write(response, giveToken(request, url, body))
    const path = decodedPath(url)
    const route = zoomRoutes.find(
      (each) => each.method === request.method && each.path.test(path.replace(/^\/v2/, '')),
    )
    if (!route || !path.startsWith('/v2/')) return write(response, no(404, 404, `No such path: ${path}`))
    const record = { label: route.label, method: route.method, path, atMs: performance.now(), status: 0 }
    calls.push(record)
    await faults.answer(request, response, () => {
      const answer = answerTo(route, request, { path, query: url.searchParams, body })
      record.status = answer.status
      return { ...answer, headers: { 'x-zm-trackingid': `v=2.0;rid=${calls.length}`, ...answer.headers } }
    })
  })

  function giveToken(request: IncomingMessage, url: URL, body: string): FakeAnswer {
    const params = new URLSearchParams(body || url.search)
    const basic = `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`
    if (request.method !== 'POST' || params.get('grant_type') !== 'account_credentials') {
      return { status: 400, body: { reason: 'unsupported grant type', error: 'unsupported_grant_type' } }
    }
    if (request.headers.authorization !== basic || params.get('account_id') !== app.accountId) {
      return { status: 400, body: { reason: 'Invalid client_id or client_secret', error: 'invalid_client' } }
    }
    const bearer = `token-${++asked}-of-zoom`
    const scopes = zoomRoutes.map(({ scope }) => scope).filter((scope) => !withheld.has(scope))
    tokens.set(bearer, { endsAt: clock().getTime() + tokenSeconds * 1000, scopes })
    return {
      status: 200,
      body: {
        access_token: bearer,
        token_type: 'bearer',
        expires_in: tokenSeconds,
        scope: scopes.join(' '),
        api_url: fake.url,
      },
    }
  }

  function answerTo(
    route: ZoomRoute,
    request: IncomingMessage,
    { path, query, body }: { path: string; query: URLSearchParams; body: string },
  ): FakeAnswer {
    const token = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (refusesAccess || !token || token.endsAt <= clock().getTime())
      return no(401, 124, 'Invalid access token.')
    if (!token.scopes.includes(route.scope)) {
      return no(400, 4700, `Invalid access token, does not contain scopes: [${route.scope}].`)
    }
    const limited = limitOf(route.label)
    if (limited) return limited
    const [, id = '', rest = ''] = route.path.exec(path.replace(/^\/v2/, '')) ?? []
    const answer = route.answer(account, {
      webinarId: decodeURIComponent(id),
      rest,
      query,
      body: body ? (JSON.parse(body) as Record<string, unknown>) : {},
    })
    return { ...answer, headers: { ...rateHeaders(route.label), ...answer.headers } }
  }

  /** Counts per second of the wall clock, and per day. */
  function limitOf(label: ZoomLabel): FakeAnswer | undefined {
    const today = left[label]
    if (today !== undefined) {
      if (today <= 0)
        return dailyLimit('You have reached the maximum daily rate limit for this API.', clock())
      left[label] = today - 1
    }
    const second = `${label} ${Math.floor(performance.now() / 1000)}`
    const count = (seconds.get(second) ?? 0) + 1
    seconds.set(second, count)
    if (away.calls === 0 && count <= perSecond[label]) return undefined
    const message = 'You have reached the maximum per-second rate limit for this API. Try again later.'
    const retryAfter = away.calls > 0 ? { 'retry-after': away.retryAfter } : {}
    away.calls = Math.max(0, away.calls - 1)
    return { ...no(429, 429, message), headers: { ...rateHeaders(label), ...retryAfter } }
  }

  function rateHeaders(label: ZoomLabel): Record<string, string> {
    const second = `${label} ${Math.floor(performance.now() / 1000)}`
    return {
      'x-ratelimit-category': label,
      'x-ratelimit-type': 'QPS',
      'x-ratelimit-limit': String(perSecond[label]),
      'x-ratelimit-remaining': String(Math.max(0, perSecond[label] - (seconds.get(second) ?? 0))),
    }
  }

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const fake: FakeZoom = {
    ...account,
    url,
    settings: { ...app, oauthUrl: url },
    faults,
    calls,
    tokens: () => asked,
    forgetTokens: () => tokens.clear(),
    refuseAccess(refuses) {
      refusesAccess = refuses
    },
    withhold: (scope) => void withheld.add(scope),
    limit(label, count) {
      perSecond[label] = count
    },
    sendAway(count, retryAfter) {
      away = { calls: count, retryAfter }
    },
    leaveForToday(label, count) {
      left[label] = count
    },
    goAway: stop,
    comeBack: () => listen(port),
    close: stop,
  }
  return fake
}

/** Decodes a path like Zoom's gateway: once, and a double slash is not part of a name. */
function decodedPath({ pathname }: URL): string {
  const path = decodeURIComponent(pathname)
  return path.includes('//') ? '/' : path
}
