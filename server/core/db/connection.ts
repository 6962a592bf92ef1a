import type { ConnectionOptions } from 'node:tls'
import type { Places } from './places.ts'

/** How the database is reached; it is spread into what `pg` takes. */
export type Connection = {
  host: string
  port: number
  user?: string
  database?: string
  password?: string | (() => Promise<string>)
  ssl?: boolean | ConnectionOptions
  sslnegotiation?: 'postgres' | 'direct'
  options?: string
  /** Where else it may be, or in which other ways it may be spoken to; undefined: there, and in this one. */
  places?: Places
  /** Through a pooler that lends connections by transaction: nothing is kept on one of them. */
  isPooled?: boolean
}
