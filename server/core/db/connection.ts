import type { ConnectionOptions } from 'node:tls'
import type { Places } from './places.ts'

/** The way to the database; `pg` takes these fields. */
export type Connection = {
  host: string
  port: number
  user?: string
  database?: string
  password?: string | (() => Promise<string>)
  ssl?: boolean | ConnectionOptions
  sslnegotiation?: 'postgres' | 'direct'
  options?: string
  /** The other hosts or ways to connect; undefined: only this one. */
  places?: Places
  /** Through a pooler in transaction mode: a connection keeps no state. */
  isPooled?: boolean
}
