import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  /** Header names in lower case; folded lines are joined. */
  headers: Record<string, string>
  /** Everything after the headers, decoded from quoted-printable. */
  body: string
  /** The whole mail as received. */
  raw: string
}

export interface SmtpReceiver {
  url: string
  mails: ReceivedMail[]
  /** Refuses each recipient or sign-in with this status from now on; undefined: accepts. */
  refuse(at: 'recipient' | 'sign-in', status: number | undefined): void
  /** Refuses mails to this address permanently. */
  reject(address: string): void
  /** Stops listening until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Falls silent instead of a greeting, or of the answer to a complete mail; undefined: stops. */
  fallSilent(at: SilentAt | undefined): void
  /** Returns how many clients wait for an answer. */
  owed(): number
  /** Sends every answer that is owed. */
  answer(): void
  /** Ends every connection, as when its machine dies. */
  hangUp(): void
  close(): Promise<void>
}

type SilentAt = 'greeting' | 'mail'

/**
 * Starts a real SMTP server that keeps its mails. It requires `user` and the password `open sesame`, and takes `latencyMs`
 * per mail.
 */
export async function startSmtpReceiver({ latencyMs = 0 } = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = []
  let silentAt: SilentAt | undefined
  const owed: (() => void)[] = []
  const answerAt = (at: SilentAt, answer: () => void) => {
    if (silentAt === at) owed.push(answer)
    else answer()
  }
  const refusals: Record<'recipient' | 'sign-in', number | undefined> = {
    recipient: undefined,
    'sign-in': undefined,
  }
  const rejected = new Set<string>()
  const options: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect: (_session, done) => answerAt('greeting', done),
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === 'user' && password === 'open sesame' && refusals['sign-in'] === undefined
      if (isKnown) done(null, { user: username })
      else done(withStatus('Not signed in', refusals['sign-in'] ?? 535))
    },
    onRcptTo: ({ address }, _session, done) => {
      const status = rejected.has(address) ? 550 : refusals.recipient
      done(status === undefined ? null : withStatus('No such mailbox', status))
    },
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parsed(raw),
          raw,
        })
        setTimeout(() => answerAt('mail', done), latencyMs)
      }, done)
    },
  }
  let server = await listen(options, 0)
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://user:open%20sesame@127.0.0.1:${port}`,
    mails,
    refuse: (at, status) => {
      refusals[at] = status
    },
    reject: (address) => void rejected.add(address),
    goAway: close,
    comeBack: async () => {
      server = await listen(options, port)
    },
    fallSilent: (at) => {
      silentAt = at
    },
    owed: () => owed.length,
    answer: () => {
      for (const give of owed.splice(0)) give()
    },
    hangUp: () => {
      for (const connection of server.connections) (connection as { close(): void }).close()
    },
    close,
  }
}

async function listen(options: SMTPServerOptions, port: number): Promise<SMTPServer> {
  const server = new SMTPServer(options)
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return server
}

export interface HttpReceiver {
  url: string
  requests: {
    method: string
    url: string
    type: string
    /** The header `Idempotency-Key`. */
    key: string
    /** The header `Message-ID`. */
    messageId: string
    body: string
    /** The answer it got. */
    answered: number | 'nothing'
  }[]
  /**
   * Sets its answer from now on. 'nothing': it hangs up after reading the request. A status from 300 to 399 redirects a POST
   * to `/login`, which answers every GET with 200.
   */
  answer(status: number | 'nothing'): void
  close(): Promise<void>
}

/** Starts a real HTTP server that keeps its requests. */
export async function startHttpReceiver(): Promise<HttpReceiver> {
  const requests: HttpReceiver['requests'] = []
  let status: number | 'nothing' = 200
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method = '', url = '', headers } = request
    requests.push({
      method,
      url,
      type: headers['content-type'] ?? '',
      key: String(headers['idempotency-key'] ?? ''),
      messageId: String(headers['message-id'] ?? ''),
      body: await text(request),
      answered: status,
    })
    if (status === 'nothing') request.socket.destroy()
    else if (status >= 300 && status < 400 && method === 'GET') response.writeHead(200).end('Sign in')
    else response.writeHead(status, { location: '/login' }).end('{"said": "something"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a port of this machine where nobody listens. */
export async function closedPort(): Promise<number> {
  const receiver = await startHttpReceiver()
  await receiver.close()
  return Number(new URL(receiver.url).port)
}

function withStatus(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode })
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { headers: Object.fromEntries(headers), body: unquoted(raw.slice(end + 4)) }
}

function unquoted(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
