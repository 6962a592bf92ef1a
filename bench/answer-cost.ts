import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { cpuPerCall, generatorOf } from './cpu-per-call.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

interface Call {
  what: string
  path: string
  headers: Record<string, string>
  /** The caller has the answer already. */
  isKnown?: boolean
  /** The number of callers that share the calls, each with its own address. Absent: one. */
  addresses?: number
  /** In microseconds. */
  atMost: number
}

/** Measures the CPU time of an answer cached as bytes, against a bare Fastify route with the same bytes. */
export async function costOfAnswer(
  { connection }: House,
  portal: Server,
  { what, path, headers: asked, isKnown = false, addresses, atMost }: Call,
): Promise<Figure> {
  const { body, headers: told } = await ask(portal, path, asked)
  const bare = await startServer('bare-buffer.ts', {
    connection,
    headers: {
      'content-type': told['content-type'],
      ...(told['content-encoding'] && { 'content-encoding': told['content-encoding'] }),
    },
    bodyBase64: body.toString('base64'),
  })
  const headers = { ...asked, ...(isKnown && { 'if-none-match': told.etag ?? '' }) }
  const { ours, theirs } = await interleave({
    ours: () => cpuPerCall(portal, path, headers, addresses),
    theirs: () => cpuPerCall(bare, path, headers, addresses),
  }).finally(bare.stop)
  const bytes = isKnown ? '' : `, ${body.length.toLocaleString('en')} bytes`
  return {
    what: `${what}${bytes}: CPU time of a call, by ${generatorOf(addresses)}`,
    portal: microseconds(ours.cpu),
    yardstick: `${microseconds(theirs.cpu)} a Fastify route's`,
    value: ours.cpu,
    shown: `${microseconds(ours.cpu)}, ${(ours.cpu / theirs.cpu).toFixed(2)} times as much`,
    goal: { atMost },
  }
}

function microseconds(value: number): string {
  return `${value.toFixed(1)} µs`
}

/** Returns an answer as sent. Throws if it is not 200. */
export async function ask(
  { port }: Server,
  path: string,
  headers: Record<string, string>,
): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers }, resolve).on('error', reject)
  })
  const body = await buffer(answer)
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`)
  return { body, headers: answer.headers }
}
