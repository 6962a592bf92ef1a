import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

export interface Networks {
  /** One subscriber's network: an IPv4 address, or the /64 of an IPv6 one. */
  near: string
  /** The /48 of an IPv6 address, which one subscriber may have, too; undefined for IPv4. */
  wide: string | undefined
}

/** Returns the networks of an address in any notation. */
export function networksOf(address: string): Networks {
  if (!isIPv6(address)) return { near: address, wide: undefined }
  const groups = groupsOf(address)
  const isIPv4Mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (isIPv4Mapped) return { near: groups.join(':'), wide: undefined }
  return { near: groups.slice(0, 4).join(':'), wide: groups.slice(0, 3).join(':') }
}

/**
 * Keeps only addresses in X-Forwarded-For, without ports. Drops everything before an invalid entry, because
 * its source is unknown.
 */
export function cleanForwarded(headers: IncomingHttpHeaders): void {
  const entries = String(headers['x-forwarded-for'] ?? '').split(',')
  const addresses = entries.map((entry) => addressIn(entry.trim()))
  const known = addresses.slice(addresses.lastIndexOf(undefined) + 1)
  // An empty header still reveals a proxy.
  if (headers['x-forwarded-for'] !== undefined) headers['x-forwarded-for'] = known.join(', ')
}

/** Reads '203.0.113.7', '203.0.113.7:4711', '2001:db8::7' or '[2001:db8::7]:4711'. */
function addressIn(entry: string): string | undefined {
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d*)?$|^([^:]*):\d*$/.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  return isIP(address) ? address : undefined
}

/** Returns all eight groups in shortest form; the URL parser knows every notation. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  const [left = [], right] = written.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = right === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...(right ?? [])]
}
