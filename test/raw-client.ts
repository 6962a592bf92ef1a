import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'

export interface RawClient {
  socket: Socket
  /** Returns the text received so far. */
  said(): string
  /** Returns all text received once the connection has ended. */
  untilClosed(): Promise<string>
}

/** Opens a client that sends malformed requests: half of one, or one without its end. */
export async function rawClient(
  address: { host: string; port: number },
  sent: string | Buffer = '',
): Promise<RawClient> {
  let said = ''
  const socket = connect(address)
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(said)))
  socket.setEncoding('utf8').on('data', (part) => {
    said += part
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(sent)
  return { socket, said: () => said, untilClosed: () => closed }
}
