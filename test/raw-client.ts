import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'

export interface RawClient {
  socket: Socket
  /** What it was told so far. */
  said(): string
  /** What it was told, once its connection has ended. */
  untilClosed(): Promise<string>
}

/** A client that says what no library would: half a request, or one without its end. */
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
