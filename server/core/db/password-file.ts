import { readFile } from 'node:fs/promises'

/** What a password is wanted for. */
interface Wanted {
  host?: string
  port?: number
  database?: string
  user?: string
}

/** The only line of a file. It is read for each connection, so that a new one counts at once. */
export async function readPasswordFile(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
}

/** What the first line of a libpq password file that fits says: `host:port:database:user:password`, `*` fits everything. */
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

/** A colon or backslash that belongs to a cell has a backslash before it. */
const cell = String.raw`((?:\\.|[^:\\])*)`
const passwordLine = new RegExp(`^${cell}:${cell}:${cell}:${cell}:(.*)$`)

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}

/** libpq calls every socket so. */
function hostOf({ host }: Wanted): string | undefined {
  return host?.startsWith('/') ? 'localhost' : host
}
