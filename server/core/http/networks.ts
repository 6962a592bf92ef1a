import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

export interface Networks {
  /** One subscriber's network: an IPv4 address, or the /64 of an IPv6 one. */
  near: string
  /** The /48 of an IPv6 address, which one subscriber may have, too; undefined for IPv4. */
  wide: string | undefined
}

/** Returns the networks of an address in any notation. */
export function networksOf(address: string): Networks {
  if (!ipaddr.IPv6.isValid(address)) return { near: address, wide: undefined }
  const read = ipaddr.IPv6.parse(address)
  const groups = read.parts.map((part) => part.toString(16))
  if (read.isIPv4MappedAddress()) return { near: groups.join(':'), wide: undefined }
  return { near: groups.slice(0, 4).join(':'), wide: groups.slice(0, 3).join(':') }
}

/** Returns true for a text like '10.0.0.7' or '10.0.0.0/8', in IPv4 or IPv6. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== undefined
}

/** Returns true if an address is in one of the networks. An IPv4 address may be written as IPv6. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const [read] = readNetwork(address) ?? []
  return networks.some((network) => {
    const range = readNetwork(network)
    return read && range && read.match(range)
  })
}

/** Reads a network as one of IPv6, and how many of its bits count; undefined if it is none. */
function readNetwork(text: string): [ipaddr.IPv6, number] | undefined {
  const isOne = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  const [base, length] = isOne
    ? [ipaddr.parse(text), undefined]
    : ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
      ? ipaddr.parseCIDR(text)
      : []
  if (base instanceof ipaddr.IPv4) return [base.toIPv4MappedAddress(), 96 + (length ?? 32)]
  return base && [base, length ?? 128]
}

/** Returns the address of a request's caller, by the proxies that the settings trust. */
export function callerAddress(request: FastifyRequest): string {
  cleanForwarded(request.raw.headers)
  return request.ip
}

/**
 * Keeps only addresses in X-Forwarded-For, without ports. Drops everything before an invalid entry, because
 * its source is unknown.
 */
function cleanForwarded(headers: IncomingHttpHeaders): void {
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
