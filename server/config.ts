import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { emailPattern } from '#contract/core/email-addresses.ts'
import { seasonOf } from '#contract/core/season.ts'
import { administratorRoles } from '#contract/people/administrators/roles.ts'
import { passwordLength } from '#contract/people/identity/calls.ts'
import type { Connection } from './core/db/connection.ts'
import { AddressProblem, readConnection } from './core/db/connection-url.ts'
import { isLocalName } from './core/http/loopback.ts'
import { isNetwork } from './core/http/networks.ts'
import {
  identitySecrets,
  identitySettings,
  identityVariables,
  missingOfIdentity,
} from './core/identity/identity-config.ts'
import {
  missingOfSingleSignOn,
  singleSignOnSecrets,
  singleSignOnSettings,
  singleSignOnVariables,
} from './core/single-sign-on/single-sign-on-config.ts'
import {
  missingOfWebinars,
  webinarSecrets,
  webinarSettings,
  webinarVariables,
} from './core/webinar-platform/webinar-config.ts'

/** A wrong value of the environment: one sentence with its name and what it should be. */
export class ConfigProblem extends Error {}

export type Config = ReturnType<typeof readConfig>

const port = numberFrom(0, 65_535, 'has to be a port from 0 to 65535')
const email = z.string().check(z.regex(emailPattern, { error: 'has to be an email address' }))
const listOf = (item: z.ZodMiniType<string, string>, none: string) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => (list === none ? [] : list.split(',').map((each) => each.trim()))),
    ),
    z.array(item),
  )
/** 'events@example.com', or with a name: 'IA Seminars <events@example.com>'. */
const sender = z.pipe(
  z.pipe(z.string(), z.transform(senderOf)),
  z.object({ name: z.optional(z.string()), address: email }),
)
const onOff = z.pipe(
  z.enum(['on', 'off'], { error: 'has to be on or off' }),
  z.transform((value) => value === 'on'),
)
/** 'season': events, and no people. */
const demo = z.enum(['on', 'season', 'off'], { error: 'has to be on, season or off' })
const url = (isWanted: (url: URL) => boolean, error: string) =>
  z.string().check(z.refine((value) => isAddress(value, isWanted), { error }))
const proxy = z.string().check(
  z.refine(isNetwork, {
    error: 'has to be off or addresses of proxies, like 10.0.0.7 or 10.0.0.0/8, separated by commas',
  }),
)

const secret = z
  .string()
  .check(z.regex(/^[\w-]{20,200}$/, { error: 'has to be 20 to 200 letters, digits, - or _' }))

const standIn = url(
  isPrivateWay,
  'has to be an address like https://api.example.com (http:// to this machine only)',
)

const Environment = z.object({
  PORT: z.optional(port),
  HOST: z.optional(
    z
      .string()
      .check(z.regex(/^[\w.:-]+$/, { error: 'has to be an address of this machine, like 127.0.0.1' })),
  ),
  PUBLIC_URL: z.optional(
    url(
      ({ protocol, pathname, search, hash }) =>
        /^https?:$/.test(protocol) && pathname + search + hash === '/',
      'has to be an address like https://portal.example.com, without a path',
    ),
  ),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(z.string()),
  DATABASE_DIRECT_URL: z.optional(z.string()),
  DATABASE_PASSWORD_FILE: z.optional(z.string()),
  DATABASE_CONNECTIONS: z.optional(numberFrom(3, 200, 'has to be a number of connections from 3 to 200')),
  DEMO: z.optional(demo),
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(passwordLength.min, { error: `has to have at least ${passwordLength.min} characters` }),
        z.maxLength(passwordLength.max, { error: `has to have at most ${passwordLength.max} characters` }),
      ),
  ),
  ADMIN_SECOND_FACTOR: z.optional(
    z.enum(['optional', 'required'], { error: 'has to be optional or required' }),
  ),
  SEASON: z.optional(numberFrom(2023, 2100, 'has to be a year from 2023 to 2100')),
  TRUST_PROXY: z.optional(listOf(proxy, 'off')),
  MAIL_URL: z.optional(
    z.string().check(
      z.refine((value) => value === 'mailbox:' || isAddress(value, isMailServer), {
        error: 'has to be mailbox:, smtp://…, smtps://… or https://… (http:// to this machine only)',
      }),
    ),
  ),
  MAIL_FROM: z.optional(sender),
  SUPPORT_EMAIL: z.optional(email),
  STAFF_EMAILS: z.optional(listOf(email, '')),
  STAFF_NOTICES: z.optional(z.enum(['each', 'daily'], { error: 'has to be each or daily' })),
  MAIL_BOUNCE_SECRET: z.optional(secret),
  MAIL_SEND_UNKNOWN_AGAIN: z.optional(onOff),
  MAIL_PER_MINUTE: z.optional(numberFrom(1, 100_000, 'has to be a number of mails from 1 to 100000')),
  ...identityVariables(standIn),
  ...singleSignOnVariables({ standIn, email, roles: administratorRoles }),
  ...webinarVariables(standIn),
  WEBHOOKS_TO_PRIVATE_NETWORKS: z.optional(onOff),
  METRICS_TOKEN: z.optional(secret),
  RATE_LIMIT: z.optional(onOff),
  LOG_LEVEL: z.optional(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'has to be error, warn, info, debug or silent',
    }),
  ),
})

/** Settings with passwords and keys, which messages must not contain. */
const secrets = [
  'ADMIN_PASSWORD',
  'MAIL_URL',
  'MAIL_BOUNCE_SECRET',
  'METRICS_TOKEN',
  ...identitySecrets,
  ...singleSignOnSecrets,
  ...webinarSecrets,
]

/** Reads `.env` if it exists; the environment's own values win. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Reads and checks the environment; every value has a default that works. Throws `ConfigProblem`. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const isGiven = ([name, value]: [string, string | undefined]) => value !== '' || name === 'STAFF_EMAILS'
  const given = Object.fromEntries(Object.entries(environment).filter(isGiven))
  const { data: env, error } = z.safeParse(Environment, given)
  if (!env) {
    const [issue] = error.issues
    const name = String(issue?.path[0])
    const value = secrets.includes(name) ? '' : `, but is "${environment[name]}"`
    throw new ConfigProblem(`${name} ${issue?.message}${value}.`)
  }
  const missing = missingOfIdentity(env) ?? missingOfSingleSignOn(env) ?? missingOfWebinars(env)
  if (missing) throw new ConfigProblem(`${missing}.`)
  const port = env.PORT ?? 3000
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const { TRUST_PROXY: trustProxy = [] } = env
  const mailUrl = env.MAIL_URL ?? 'mailbox:'
  const isPrivate = isLocalName(new URL(publicUrl).hostname) && trustProxy.length === 0
  const hasMailbox = mailUrl === 'mailbox:' && isPrivate
  const singleSignOn = singleSignOnSettings(env)
  const isEmbedded = (env.IDENTITY ?? 'embedded') === 'embedded' && (env.WEBINAR ?? 'embedded') === 'embedded'
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    publicUrl,
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    /** undefined: the embedded PostgreSQL. */
    database: databaseOf(env),
    /** The most connections of a process for calls and jobs; undefined: by its cores. */
    connections: env.DATABASE_CONNECTIONS,
    /** undefined: on in a new embedded data folder. */
    demo: env.DEMO && env.DEMO !== 'off',
    /** A demo has people. Their mails stay in the built-in mailbox, and their webinars in the embedded rooms. */
    hasDemoPeople: (env.DEMO ?? 'on') === 'on' && hasMailbox && isEmbedded,
    admin: {
      email: (env.ADMIN_EMAIL ?? 'admin@example.com').toLowerCase(),
      isEmailGiven: env.ADMIN_EMAIL !== undefined,
      password: env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url'),
      isPasswordGiven: env.ADMIN_PASSWORD !== undefined,
      /** After a password, an administrator's rights also need a second factor. */
      needsSecondFactor: env.ADMIN_SECOND_FACTOR === 'required' || singleSignOn?.isRequired === true,
    },
    /** undefined: administrators sign in by password only. */
    singleSignOn,
    /** Returns the season fixed by `SEASON`, or an instant's. */
    season: (instant: Date) => env.SEASON ?? seasonOf(instant),
    trustProxy,
    mail: {
      url: mailUrl,
      /** Mails can be read in the built-in mailbox. It shows sign-in links, so callers must be on this machine. */
      hasMailbox,
      from: env.MAIL_FROM?.address ?? 'events@example.com',
      /** undefined: the training provider's name. */
      fromName: env.MAIL_FROM?.name,
      support: env.SUPPORT_EMAIL ?? 'support@example.com',
      /** The addresses of staff emails; empty: none. */
      staff: env.STAFF_EMAILS ?? ['staff1@example.com', 'staff2@example.com'],
      /** An email for each registration, or a daily summary. */
      staffNotices: env.STAFF_NOTICES ?? 'each',
      /** A mail is sent again if it may not have arrived. */
      sendsUnknownAgain: env.MAIL_SEND_UNKNOWN_AGAIN ?? true,
      /** undefined: no limit. */
      perMinute: env.MAIL_PER_MINUTE,
      /** The secret of bounce webhooks; undefined: none are accepted. */
      bounceSecret: env.MAIL_BOUNCE_SECRET,
    },
    identity: identitySettings(env),
    webinars: webinarSettings(env),
    webhooks: {
      /** Webhooks may have addresses in private networks, and plain http. */
      mayBePrivate: env.WEBHOOKS_TO_PRIVATE_NETWORKS ?? false,
    },
    metricsToken: env.METRICS_TOKEN,
    /** The portal is reachable on this machine only, without a proxy. */
    isPrivate,
    hasRateLimit: env.RATE_LIMIT ?? true,
    logLevel: env.LOG_LEVEL ?? 'info',
  }
}

interface DatabaseVariables {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_PASSWORD_FILE?: string | undefined
}

/** The database's address for most queries, and one past any pooler for LISTEN, migrations and exports. */
export interface DatabaseWays {
  connection: Connection
  direct: Connection
}

function databaseOf({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_PASSWORD_FILE: file,
}: DatabaseVariables): DatabaseWays | undefined {
  const missing = 'has to be left out, or DATABASE_URL to say where the database is'
  if (url === undefined && directUrl) throw new ConfigProblem(`DATABASE_DIRECT_URL ${missing}.`)
  if (file && !existsSync(file)) {
    throw new ConfigProblem('DATABASE_PASSWORD_FILE has to name a file that can be read.')
  }
  if (url === undefined) return undefined
  const read = (name: string, address: string) => {
    try {
      return readConnection(address, file)
    } catch (problem) {
      if (problem instanceof AddressProblem) throw new ConfigProblem(`${name} ${problem.message}.`)
      throw problem
    }
  }
  const connection = read('DATABASE_URL', url)
  if (directUrl === undefined || directUrl === url) return { connection, direct: connection }
  const direct = read('DATABASE_DIRECT_URL', directUrl)
  return { connection: { ...connection, isPooled: true }, direct }
}

function senderOf(text: string): { name?: string | undefined; address: string } {
  const [, quoted, plain, address = text] =
    /^(?:"([^"<>\p{Cc}]*)"|([^"<>\p{Cc}]*?)) *<([^<>]*)>$/u.exec(text.trim()) ?? []
  return { name: (quoted ?? plain) || undefined, address }
}

function numberFrom(from: number, to: number, error: string) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,6}$/, { error })), z.transform(Number)),
    z.number().check(z.minimum(from, { error }), z.maximum(to, { error })),
  )
}

/** Returns true if a value is an address; 'https:host' is a URL, too, but a mistake. */
function isAddress(value: string, isWanted: (url: URL) => boolean) {
  return /^\w+:\/\//.test(value) && URL.canParse(value) && isWanted(new URL(value))
}

/** Returns true if an address may receive mails. The HTTP mail service's key is in its address, so it needs https. */
function isMailServer(address: URL) {
  return /^smtps?:$/.test(address.protocol) ? address.hostname !== '' : isPrivateWay(address)
}

/** Returns true if nobody can eavesdrop: https, or http to this machine. */
function isPrivateWay({ protocol, hostname }: URL) {
  return protocol === 'http:' ? isLocalName(hostname) : protocol === 'https:' && hostname !== ''
}
