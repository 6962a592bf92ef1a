import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GotoSettings } from '#server/integrations/goto/goto-calls.ts'
import type { FakeGotoAccount } from './fake-goto-account.ts'
import { no, openFakeGotoAccount } from './fake-goto-account.ts'
import { gotoRoutes } from './fake-goto-routes.ts'
import type { FakeAnswer, HttpFaults } from './http-faults.ts'
import { openFaults, write } from './http-faults.ts'

export interface FakeGotoWebinar extends FakeGotoAccount {
  url: string
  /** The settings of a portal that uses it. */
  settings: GotoSettings
  faults: HttpFaults
  /** Every call of the API with its time in ms and its status. */
  calls: { method: string; path: string; atMs: number; status: number }[]
  /** Returns how many tokens were requested. */
  tokens(): number
  /** Refuses all tokens given so far. */
  forgetTokens(): void
  /** Ends the personal access token, or the client's grant. */
  endPersonalToken(): void
  /** Limits the calls per second. */
  limit(perSecond: number): void
  /** Answers the next calls, this many, with 429. */
  sendAwayNext(times: number): void
  /** Stops listening until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const client = {
  clientId: 'client-1',
  clientSecret: 'secret-of-the-client',
  token: 'personal-token-of-the-organizer',
  organizerKey: '5620084814059709442',
}
const tokenSeconds = 3600

/** Starts a stand-in of GoTo Webinar that speaks HTTP on this machine, with its rules and its limit. */
export async function startFakeGotoWebinar({ clock = () => new Date() } = {}): Promise<FakeGotoWebinar> {
  const account = openFakeGotoAccount(clock)
  const faults = openFaults()
  const calls: FakeGotoWebinar['calls'] = []
  const tokens = new Map<string, number>()
  let asked = 0
  let hasEnded = false
  let perSecond = 10
  let recent: number[] = []
  let sendingAway = 0

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://fake')
    const body = await text(request)
    if (url.pathname === '/oauth/token') return write(response, giveToken(request, body))
    const call = { method: request.method ?? '', path: url.pathname, atMs: performance.now(), status: 0 }
    calls.push(call)
    await faults.answer(request, response, () => {
      const answer = answerTo(request, url, body)
      call.status = answer.status
      return answer
    })
  })

  function giveToken(request: IncomingMessage, body: string): FakeAnswer {
    const params = new URLSearchParams(body)
    if (request.headers.authorization !== `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`) {
      return { status: 401, body: { error: 'invalid_client', error_description: 'The client is not known' } }
    }
    if (params.get('grant_type') !== 'personal_access_token') {
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    }
    if (hasEnded || params.get('pat') !== client.token) {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The token is not valid' } }
    }
    const bearer = `token-${++asked}-of-goto`
    tokens.set(bearer, clock().getTime() + tokenSeconds * 1000)
    return {
      status: 200,
      body: { access_token: bearer, token_type: 'Bearer', expires_in: tokenSeconds, scope: 'collab:' },
    }
  }

  function answerTo(request: IncomingMessage, url: URL, body: string): FakeAnswer {
    const endsAt = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '') ?? 0
    if (endsAt <= clock().getTime()) {
      return { status: 403, body: { int_err_code: 'InvalidToken', msg: 'Invalid token passed' } }
    }
    if (isTooMuch()) return { status: 429, body: '' }
    const [, organizerKey, webinarKey = '', rest = ''] =
      /^\/G2W\/rest\/v2\/organizers\/(\d+)\/webinars\/(\d+)(.*)$/.exec(url.pathname) ?? []
    if (organizerKey !== undefined && organizerKey !== client.organizerKey) {
      return no(403, 'Forbidden', 'The organizer is another one.')
    }
    const webinar = account.webinars.get(webinarKey)
    const route = gotoRoutes.find((each) => each.method === request.method && each.path.test(rest))
    if (!webinar || !route) return { status: 404, body: { errorCode: 'NOT_FOUND', message: 'Not Found' } }
    return route.answer(account, {
      webinar,
      keys: route.path.exec(rest)?.slice(1) ?? [],
      query: url.searchParams,
      body: body ? (JSON.parse(body) as Record<string, unknown>) : {},
    })
  }

  /** Counts the calls of the last second, refused ones included. */
  function isTooMuch(): boolean {
    if (sendingAway > 0) return sendingAway-- > 0
    const now = performance.now()
    recent = [...recent.filter((atMs) => atMs > now - 1000), now]
    return recent.length > perSecond
  }

  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  /** Ends all connections, so that clients send nothing more into them. */
  const goAway = async () => {
    const ended = [...connections].map((socket) => once(socket, 'close'))
    for (const socket of connections) socket.end()
    await Promise.all(ended)
    await stop()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    ...account,
    url,
    settings: { ...client, apiUrl: url, oauthUrl: url },
    faults,
    calls,
    tokens: () => asked,
    forgetTokens: () => tokens.clear(),
    endPersonalToken() {
      hasEnded = true
      tokens.clear()
    },
    limit(count) {
      perSecond = count
    },
    sendAwayNext(times) {
      sendingAway = times
    },
    goAway,
    comeBack: () => listen(port),
    close: stop,
  }
}
