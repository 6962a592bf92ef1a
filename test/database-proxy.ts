import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { Transform } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Connection } from '#server/core/db/database.ts'
import type { ClusterAddress } from './database.ts'

export interface DatabaseProxy {
  /** The database, through the proxy. */
  connection: Connection
  port: number
  /** Counts connections since the start, and open ones. */
  count(): { made: number; open: number }
  /** Drops all further data on existing connections, even their end, without telling either side; new connections work. */
  forget(): void
  /** The same for new connections, too. */
  silence(): void
  close(): Promise<void>
}

interface ProxyOptions {
  /** Withholds notifications. */
  isDeaf?: boolean
  /** Speaks TLS to callers that request it; others are refused if `isOnlyWay`. */
  tls?: TlsOptions
}

interface TlsOptions {
  key: string
  cert: string
  isOnlyWay?: boolean
}

/** Starts a proxy between the portal and its database, like a firewall or a pooler. */
export async function startDatabaseProxy(
  database: ClusterAddress & { database: string },
  { isDeaf = false, tls }: ProxyOptions = {},
): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const forgotten = new Set<Socket>()
  let made = 0
  let isSilent = false
  const server = createServer((near) => {
    made++
    const far = connect(`${database.host}/.s.PGSQL.${database.port}`)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        if (forgotten.has(socket)) return
        near.destroy()
        far.destroy()
      })
    }
    if (isSilent) return void near.resume()
    if (tls) return void near.once('data', (first: Buffer) => begin(near, far, first, tls))
    near.pipe(far)
    if (isDeaf) far.pipe(withoutNotifications()).pipe(near)
    else far.pipe(near)
  })
  function forget(): void {
    for (const socket of [...pairs].flat()) {
      forgotten.add(socket)
      // Reads and discards, so that the end of the connection is noticed here.
      socket.unpipe().resume()
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connection: { ...database, host: '127.0.0.1', port },
    port,
    count: () => ({ made, open: pairs.size }),
    forget,
    silence() {
      isSilent = true
      forget()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of [...forgotten, ...[...pairs].flat()]) socket.destroy()
      await closed
    },
  }
}

/** The message of eight bytes that requests TLS. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

function begin(near: Socket, far: Socket, first: Buffer, { isOnlyWay, ...options }: TlsOptions): void {
  if (!first.equals(tlsRequest)) {
    if (isOnlyWay) return void near.destroy()
    far.write(first)
    near.pipe(far).pipe(near)
    return
  }
  near.write('S')
  const secure = new TLSSocket(near, { isServer: true, ...options })
  secure.on('error', () => near.destroy())
  secure.pipe(far).pipe(secure)
}

/** Removes notifications from PostgreSQL's messages: a letter for the kind, four bytes for the length, the rest. */
function withoutNotifications(): Transform {
  let waiting = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk])
      while (waiting.length >= 5) {
        const end = 1 + waiting.readUInt32BE(1)
        if (waiting.length < end) break
        if (waiting[0] !== 'A'.charCodeAt(0)) this.push(waiting.subarray(0, end))
        waiting = waiting.subarray(end)
      }
      done()
    },
  })
}
