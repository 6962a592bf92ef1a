import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { started } from './servers.ts'

/** A sign-in code that reached a person. */
export interface Arrived {
  to: string
  code: string
  /** In ms since 1970. */
  at: number
}

/** A real SMTP server that sends its parent each sign-in code, and stores no mail. */
await started()
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  onData: (stream, session, done) => {
    text(stream).then((mail) => {
      const code = /#code=3D([\w-]+)/.exec(mail.replaceAll('=\r\n', ''))?.[1]
      const to = session.envelope.rcptTo[0]?.address ?? ''
      if (code) process.send?.({ to, code, at: Date.now() } satisfies Arrived)
      done()
    }, done)
  },
})
// A portal that ends drops its connections; that is not this server's failure.
server.on('error', () => {})
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.({ port: (server.server.address() as AddressInfo).port })
