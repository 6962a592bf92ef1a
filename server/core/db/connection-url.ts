import { accessSync, constants } from 'node:fs'
import type { ConnectionOptions, SecureVersion } from 'node:tls'
import { parse, toClientConfig } from 'pg-connection-string'
import { givenFields } from '#server/core/given-fields.ts'
import type { Connection } from './connection.ts'
import { findPassword, readPasswordFile } from './password-file.ts'
import type { Place } from './places.ts'
import { openPlaces } from './places.ts'

/** The problem of a database address, in words that follow its variable's name, without passwords. */
export class AddressProblem extends Error {}

const example = 'an address like postgres://user:password@host/database'

/** Other parameters of libpq are refused: they would silently have no effect. */
const knownParameters = [
  'host',
  'port',
  'user',
  'password',
  'passfile',
  'dbname',
  'options',
  'sslmode',
  'ssl',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'ssl_min_protocol_version',
  'target_session_attrs',
  'connect_timeout',
]

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

const searchWithinSeconds = 2

/**
 * Parses an address like libpq: several hosts, TLS, a password from a file. `passwordFile` contains only the
 * password. Of several hosts, uses the one that accepts writes. Throws AddressProblem.
 */
export function readConnection(url: string, passwordFile?: string): Connection {
  const [, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url) ?? refuse(`has to be ${example}`)
  const at = authority.lastIndexOf('@')
  const parameters = new URLSearchParams(query)
  const addresses = hostsOf(authority.slice(at + 1), parameters)
  const mode = modeOf(parameters)
  checkParameters(parameters)
  const settings = addresses.map(({ host, port }) =>
    settingsOf(`postgres://${authority.slice(0, at + 1)}`, path, parameters, { host, port, mode }),
  )
  const [{ user, options, sslnegotiation, ...first }] = settings as [Settings, ...Settings[]]
  // `pg` does not treat undefined values as missing.
  const login = givenFields({
    user,
    options,
    sslnegotiation,
    database: first.database ?? parameters.get('dbname') ?? undefined,
    password: passwordOf(first.password, parameters.get('passfile'), passwordFile),
  })
  const hosts = settings.map(({ host, port, ssl }) =>
    waysOf(host.startsWith('/') ? 'disable' : mode, ssl).map((way): Place => ({ host, port, ssl: way })),
  )
  const [[place, ...otherWays], ...otherHosts] = hosts as [[Place, ...Place[]], ...Place[][]]
  const isOnlyWay = otherWays.length + otherHosts.length === 0
  const wantsWrites = otherHosts.length > 0
  const withinMs = 1000 * Number(parameters.get('connect_timeout') ?? searchWithinSeconds)
  const places = isOnlyWay ? undefined : openPlaces({ hosts, login, wantsWrites, withinMs })
  return { ...login, ...place, ...(places && { places }) }
}

type Settings = Omit<Connection, 'places' | 'password'> & { password?: string; ssl: Place['ssl'] }

interface Address {
  host: string
  port: number
}

/** Reads `a:5433,b`, or the parameters `host=a,b&port=5433,5432`; hosts may be sockets. */
function hostsOf(hostList: string, parameters: URLSearchParams): Address[] {
  const named = parameters.get('host')
  const ports = parameters.get('port')?.split(',') ?? []
  const addresses = (named ?? hostList).split(',').map((address) => {
    if (named !== null) return { host: address, port: '' }
    const [, host = '', port = ''] =
      /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(address) ?? refuse(`has to be ${example}`)
    return { host: decoded(host.replace(/^\[(.*)\]$/, '$1')), port }
  })
  return addresses.map(({ host, port }, index) => {
    const number = Number(port || ports[index] || ports[0] || 5432)
    if (!Number.isInteger(number) || number < 1 || number > 65_535)
      refuse(`has to name ports from 1 to 65535`)
    return { host: host || 'localhost', port: number }
  })
}

/** Returns the TLS mode. libpq's default encrypts if the server can. */
function modeOf(parameters: URLSearchParams) {
  const isSystem = parameters.get('sslrootcert') === 'system'
  const isWanted = ['true', '1'].includes(parameters.get('ssl') ?? '')
  const mode = parameters.get('sslmode') ?? (isSystem ? 'verify-full' : isWanted ? 'require' : 'prefer')
  if (!sslModes.includes(mode)) refuse(`has to have an sslmode of ${sslModes.join(', ')}`)
  if (isSystem && mode !== 'verify-full') refuse('has to have sslmode=verify-full with sslrootcert=system')
  if (mode === 'verify-ca' && !parameters.has('sslrootcert'))
    refuse('has to have sslrootcert with sslmode=verify-ca')
  return mode
}

function checkParameters(parameters: URLSearchParams) {
  const unknown = [...parameters.keys()].find((name) => !knownParameters.includes(name))
  if (unknown)
    refuse(`has to do without the parameter ${unknown}: the portal knows ${knownParameters.join(', ')}`)
  const wanted = parameters.get('target_session_attrs') ?? 'any'
  if (!['any', 'read-write', 'primary'].includes(wanted)) {
    refuse('has to have target_session_attrs=read-write, or none: the portal writes')
  }
  const version = parameters.get('ssl_min_protocol_version') ?? 'TLSv1.2'
  if (!['TLSv1.2', 'TLSv1.3'].includes(version)) {
    refuse('has to have an ssl_min_protocol_version of TLSv1.2 or TLSv1.3')
  }
  const timeout = parameters.get('connect_timeout') ?? '1'
  if (!/^[1-9]\d?$/.test(timeout)) refuse('has to have a connect_timeout from 1 to 99 seconds')
  for (const name of ['sslrootcert', 'sslcert', 'sslkey', 'passfile']) {
    const file = parameters.get(name)
    if (file && file !== 'system') checkFile(name, file)
  }
}

function checkFile(name: string, file: string) {
  try {
    accessSync(file, constants.R_OK)
  } catch (problem) {
    refuse(`has to name a file that can be read as ${name}: ${(problem as Error).message}`)
  }
}

/** Returns the settings that `pg`'s own parser finds for one host. */
function settingsOf(
  beginning: string,
  path: string,
  parameters: URLSearchParams,
  { host, port, mode }: Address & { mode: string },
): Settings {
  const single = new URLSearchParams(parameters)
  for (const name of ['ssl', 'connect_timeout', 'target_session_attrs']) single.delete(name)
  if (single.get('sslrootcert') === 'system') single.delete('sslrootcert')
  for (const [name, value] of Object.entries({ host, port: String(port), sslmode: mode }))
    single.set(name, value)
  const { ssl, ...settings } = toClientConfig(
    parse(`${beginning}host${path}?${single}`, { useLibpqCompat: true }),
  ) as Settings
  const minVersion = parameters.get('ssl_min_protocol_version') as SecureVersion | null
  return {
    ...settings,
    host,
    port,
    ssl: minVersion && ssl ? { ...(ssl as ConnectionOptions), minVersion } : ssl,
  }
}

/** Returns the ways to connect, encrypted or not, in libpq's order. */
function waysOf(mode: string, ssl: Place['ssl']): Place['ssl'][] {
  const unverified = { ...(ssl as ConnectionOptions), rejectUnauthorized: false }
  if (mode === 'disable') return [false]
  if (mode === 'allow') return [false, unverified]
  return mode === 'prefer' ? [unverified, false] : [ssl]
}

function passwordOf(
  given: string | undefined,
  libpqFile: string | null,
  onlyPassword: string | undefined,
): Connection['password'] {
  if (given) return given
  if (onlyPassword) return () => readPasswordFile(onlyPassword)
  // `pg` passes the host, which its types omit.
  if (libpqFile) return (async (wanted: Address) => findPassword(libpqFile, wanted)) as () => Promise<string>
  return undefined
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse(`has to be ${example}`)
  }
}

function refuse(words: string): never {
  throw new AddressProblem(words)
}
