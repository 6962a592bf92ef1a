import type { ConnectionOptions } from 'node:tls'
import type { Places } from './places.ts'

/** A database connection in `pg`'s fields. */
export type Connection = {
  host: string
  port: number
  user?: string
  database?: string
  password?: string | (() => Promise<string>)
  ssl?: boolean | ConnectionOptions
  sslnegotiation?: 'postgres' | 'direct'
  options?: string
  /** Other hosts or ways to connect; undefined: none. */
  places?: Places
  /** Through a pooler in transaction mode: connections keep no state. */
  isPooled?: boolean
}
