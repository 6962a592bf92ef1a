import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The request never left, because its address is not allowed. The message is a sentence for administrators. */
export class AddressRefused extends Error {}

export type ResolveName = (name: string) => Promise<LookupAddress[]>

/** Asks the operating system. It runs few lookups at once and cancels none. */
export const resolveName: ResolveName = (name) => lookup(name, { all: true, verbatim: true })

interface GuardedPost {
  url: string
  headers: Record<string, string>
  body: string
  /** The time limit from the resolution of the name to the end of the answer. */
  timeoutMs: number
  /** Private networks and plain http are allowed. */
  mayBePrivate: boolean
  /** Resolves a name to all its addresses. */
  resolve?: ResolveName
}

/** An answer's status, and its beginning as text. */
interface GuardedAnswer {
  status: number
  text: string
}

const mostBytes = 4096

/** All public addresses of IPv6 begin with these three bits. */
const allocated = ipaddr.IPv6.parse('2000::')

/** An address of Azure's own network, which looks public. */
const azureHost = '168.63.129.16'

/**
 * Posts to an address that a person typed. Follows no redirect. Resolves the name once, checks all its
 * addresses, and connects to a checked one, so that a second answer of DNS changes nothing. Throws
 * `AddressRefused` for a private network or plain http, and an error with a sentence without an answer.
 */
export async function guardedPost({
  url,
  headers,
  body,
  timeoutMs,
  mayBePrivate,
  resolve = resolveName,
}: GuardedPost): Promise<GuardedAnswer> {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !mayBePrivate)
    throw new AddressRefused('The address has to start with https://')
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const refuse = ({ address }: Pick<LookupAddress, 'address'>) => {
    if (!mayBePrivate && !isPublic(address))
      throw new AddressRefused(`${host} is ${address}, an address of a private network`)
  }
  if (isIP(host)) refuse({ address: host })
  const checked: LookupFunction = (name, { all }, done) => {
    const found = resolve(name).then((addresses) => {
      addresses.forEach(refuse)
      const [first] = addresses
      if (!first) throw new Error(`${name} has no address`)
      return { addresses, first }
    })
    found.then(
      ({ addresses, first }) => (all ? done(null, addresses) : done(null, first.address, first.family)),
      (problem: NodeJS.ErrnoException) => done(problem, []),
    )
  }
  // A connection of its own for each request: none that is kept open leads to an address checked earlier.
  const options: RequestOptions = { method: 'POST', headers, lookup: checked, agent: false }
  return answerOf(url, options, body, timeoutMs)
}

/** Returns true for an address of the public internet, also in IPv6's ways to write IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const real = ipaddr.process(address)
  if (real.range() !== 'unicast') return false
  if (real instanceof ipaddr.IPv6) return real.match(allocated, 3)
  return real.toString() !== azureHost
}

function answerOf(url: string, options: RequestOptions, body: string, timeoutMs: number) {
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  return new Promise<GuardedAnswer>((resolve, reject) => {
    const sent = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      readBeginning(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, text }),
        (problem) => fail(problem),
      )
    })
    const fail = (problem: Error) => reject(explained(problem, timeoutMs))
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Returns the first bytes, and ends the connection if there are more. */
async function readBeginning(answer: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostBytes) break
  }
  // PostgreSQL stores no zero bytes.
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8').replaceAll('\0', '')
}

function explained(problem: NodeJS.ErrnoException, timeoutMs: number): Error {
  if (problem instanceof AddressRefused) return problem
  const isLate = problem.name === 'AbortError' || problem.name === 'TimeoutError'
  const words = isLate ? `No answer within ${timeoutMs / 1000} seconds` : problem.message
  return new Error(words || String(problem.code), { cause: problem })
}
