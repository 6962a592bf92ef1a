import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { started } from './servers.ts'

/**
 * A real SMTP server that accepts every mail and stores none. Asked for a number, it answers once that many
 * have arrived.
 */
await started()
let arrived = 0
let wanted = Number.POSITIVE_INFINITY
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  onData(stream, _session, done) {
    stream.resume().once('end', () => {
      done()
      arrived += 1
      tellWhetherThere()
    })
  },
})
// A portal that ends drops its connections; that is not this server's failure.
server.on('error', () => {})
await once(server.listen(0, '127.0.0.1'), 'listening')
process.on('message', ({ mails }: { mails: number }) => {
  wanted = mails
  tellWhetherThere()
})
process.send?.({ port: (server.server.address() as AddressInfo).port })

function tellWhetherThere(): void {
  if (arrived < wanted) return
  arrived -= wanted
  wanted = Number.POSITIVE_INFINITY
  process.send?.({ arrivedAt: Date.now() })
}
