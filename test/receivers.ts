import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Header names in small letters; folded lines are one. */
  headers: Record<string, string>
  /** Everything after the headers, decoded from quoted-printable. */
  body: string
  /** All of it as it travelled. */
  raw: string
}

export interface SmtpReceiver {
  url: string
  mails: ReceivedMail[]
  /** From now on each recipient, or each sign-in, is refused with this status; undefined: taken. */
  refuse(at: 'recipient' | 'sign-in', status: number | undefined): void
  /** For good it refuses mails to this address. */
  reject(address: string): void
  /** Nobody can reach it until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** From now on it falls silent instead of greeting, or of answering a mail it has read whole; undefined: no more. */
  fallSilent(at: SilentAt | undefined): void
  /** How many wait for an answer that it owes them. */
  owed(): number
  /** Gives every answer that it owes. */
  answer(): void
  /** Ends every connection, as when its machine goes away. */
  hangUp(): void
  close(): Promise<void>
}

type SilentAt = 'greeting' | 'mail'

/**
 * A real SMTP server that keeps what it is given. It asks for `user` and the password `open sesame`, and takes `latencyMs`
 * to take a mail.
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
    /** What it was answered. */
    answered: number | 'nothing'
  }[]
  /**
   * What it answers from now on. 'nothing': it hangs up when it has read the request. A status from 300 to 399 sends a POST on
   * to `/login`, which answers every GET with 200.
   */
  answer(status: number | 'nothing'): void
  close(): Promise<void>
}

/** A real HTTP server that keeps what it is asked. */
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

/** A port of this machine where nobody listens. */
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
