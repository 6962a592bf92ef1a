import { readFile } from 'node:fs/promises'

interface Wanted {
  host?: string
  port?: number
  database?: string
  user?: string
}

/** Reads a file's only line for each connection, so that a changed password counts immediately. */
export async function readPasswordFile(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
}

/**
 * Returns the password of the first matching line in libpq's file: `host:port:database:user:password`; `*`
 * matches all.
 */
export async function findPassword(file: string, wanted: Wanted): Promise<string | undefined> {
  const fields = [hostOf(wanted), String(wanted.port), wanted.database, wanted.user]
  for (const line of (await readFile(file, 'utf8')).split(/\r?\n/)) {
    const [, ...cells] = passwordLine.exec(line)?.map(unescaped) ?? []
    const password = cells.pop()
    if (cells.length > 0 && cells.every((cell, index) => cell === '*' || cell === fields[index])) {
      return password
    }
  }
  return undefined
}

/** A backslash escapes a colon or backslash inside a cell. */
const cell = String.raw`((?:\\.|[^:\\])*)`
const passwordLine = new RegExp(`^${cell}:${cell}:${cell}:${cell}:(.*)$`)

function unescaped(text: string) {
  return text.replace(/\\(.)/g, '$1')
}

/** Returns the host; libpq calls every socket `localhost`. */
function hostOf({ host }: Wanted): string | undefined {
  return host?.startsWith('/') ? 'localhost' : host
}
