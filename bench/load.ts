import type { Socket } from 'node:net'
import { connect } from 'node:net'

export interface Load {
  /** Answers per second. */
  perSecond: number
  /** In milliseconds per answer. */
  p50: number
  p99: number
}

/**
 * Sends requests over this many connections, shared by the ports, each as soon as the previous one is
 * answered, and times them. Lean, so that the two cores serve the server and the database. Throws if an
 * answer is neither 200 nor 304: a quick refusal is not speed.
 */
export async function drive(port: number | number[], requests: Buffer[], connections: number): Promise<Load> {
  const ports = [port].flat()
  const times = new Float64Array(requests.length)
  let next = 0
  const lines = await Promise.all(
    Array.from({ length: connections }, (_, line) => openLine(ports[line % ports.length] as number)),
  )
  const start = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      while (next < requests.length) {
        const index = next++
        const sentAt = performance.now()
        await line.ask(requests[index] as Buffer)
        times[index] = performance.now() - sentAt
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const line of lines) line.close()
  times.sort()
  return { perSecond: requests.length / seconds, p50: at(times, 0.5), p99: at(times, 0.99) }
}

/** Returns a POST of a form as bytes; `token`: a session's. */
export async function formRequest(path: string, form: FormData, token: string): Promise<Buffer> {
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    `content-type: ${encoded.headers.get('content-type')}`,
    `content-length: ${payload.length}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload])
}

/** Returns a request as bytes; `token`: a session's. */
export function request(
  method: 'GET' | 'POST',
  path: string,
  { token, body, accept }: { token?: string; body?: object; accept?: string } = {},
): Buffer {
  const payload = body ? JSON.stringify(body) : ''
  const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost']
  if (token) lines.push(`authorization: Bearer ${token}`)
  if (accept) lines.push(`accept-encoding: ${accept}`)
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`)
}

interface Line {
  ask(request: Buffer): Promise<void>
  close(): void
}

/** Opens one keep-alive connection, which reads only an answer's status and length. */
async function openLine(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let answered: (() => void) | undefined
  let failed: ((problem: Error) => void) | undefined
  listen(
    socket,
    () => answered?.(),
    (problem) => failed?.(problem),
  )
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

function listen(socket: Socket, answered: () => void, failed: (problem: Error) => void): void {
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  socket.on('error', failed)
  socket.on('close', () => failed(new Error('The server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      head = head.length ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const isUnchanged = text.startsWith('HTTP/1.1 304')
      const length = isUnchanged ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN)
      if (!(isUnchanged || text.startsWith('HTTP/1.1 200')) || Number.isNaN(length)) {
        return failed(new Error(`Answered ${head.toString('utf8', 0, 600)}`))
      }
      missing = length - (head.length - end - 4)
      head = Buffer.alloc(0)
    }
    if (missing === 0) answered()
  })
}

function at(sorted: Float64Array, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
