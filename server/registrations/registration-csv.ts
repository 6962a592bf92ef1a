import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { RegistrationFilter } from '#contract/registrations.ts'
import type { Services } from '#server/services.ts'
import { findSlotIds, orderOf, registrationsOf } from './registration-list.ts'

const header = [
  'Reg Id',
  'User Name',
  'User Email',
  'User Phone',
  'User Company Name',
  'User State',
  'User Zip',
  'User Country',
  'Event Name',
  'Event Date',
  'Event Time',
  'Registration Date',
  'Hours',
  'Join URL',
  'Certificate',
]

/** The registrations of a filter as CSV in UTF-8 with a byte order mark; PostgreSQL makes the text, row by row. */
export async function exportRegistrations(services: Services, filter: RegistrationFilter): Promise<Readable> {
  const query = sql`
    select r.registration_id, trim(u.first_name || ' ' || u.last_name), u.email, replace(u.phone, '||', ' '), u.company_name,
      u.state, u.zip, u.country, e.event_name,
      to_char(s.start_on, 'DD/MM/YYYY') || ' - ' || to_char(s.end_on, 'DD/MM/YYYY'),
      to_char(s.start_time, 'HH24:MI') || ' - ' || to_char(s.end_time, 'HH24:MI'),
      to_char(r.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      r.hours, r.join_url, ${services.config.publicUrl} || '/download?certificate=' || r.certificate_code
    ${registrationsOf(filter, await findSlotIds(services.db, filter))} ${orderOf(filter)}`
  const { sql: text, parameters } = query.compile(services.db)
  const client = await services.pool.connect()
  const rows = client.query(copyTo(`copy (${withValues(text, parameters)}) to stdout`))
  const csv = csvFromCopy()
  rows.on('error', (problem) => csv.destroy(problem))
  csv.on('close', () => {
    // Ended early, the connection is still in the middle of a COPY: it is thrown away.
    client.release(!rows.readableEnded)
  })
  csv.write(`\ufeff${header.join(',')}\r\n`)
  return rows.pipe(csv)
}

/** COPY takes no parameters: they are written into its text as PostgreSQL's own literals. */
function withValues(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, position) => {
    const value = parameters[Number(position) - 1]
    if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
  })
}

const [tab, lineFeed, comma, space, backslash, apostrophe, quote] = Buffer.from(
  '\t\n, \\\'"',
) as unknown as number[]
const formulaStarts = new Set(Buffer.from('=+-@'))

/**
 * COPY's text (tab between cells, `\N` for null, `\t` `\n` `\\` written out) as CSV: commas become spaces, null `--`, and
 * a cell that a spreadsheet would run begins with an apostrophe. Works on bytes: no cell is made a string.
 */
export function csvFromCopy(): Transform {
  let isCellStart = true
  let isEscaped = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // The header passes as it is: it is the only chunk with a byte order mark.
      if (chunk[0] === 0xef && chunk[1] === 0xbb) return done(null, chunk)
      const out = Buffer.allocUnsafe(chunk.length * 2)
      let at = 0
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index] as number
        if (isEscaped) {
          isEscaped = false
          at = writeEscaped(out, at, byte, isCellStart)
          isCellStart = false
        } else if (byte === backslash) {
          isEscaped = true
        } else if (byte === tab) {
          out[at++] = comma as number
          isCellStart = true
        } else if (byte === lineFeed) {
          out[at++] = 13
          out[at++] = 10
          isCellStart = true
        } else {
          if (isCellStart && formulaStarts.has(byte)) out[at++] = apostrophe as number
          out[at++] = byte === comma ? (space as number) : byte === quote ? (apostrophe as number) : byte
          isCellStart = false
        }
      }
      done(null, out.subarray(0, at))
    },
  })
}

/** What followed a backslash: `N` is null, a control character becomes a space, anything else is itself. */
function writeEscaped(out: Buffer, at: number, byte: number, isCellStart: boolean): number {
  if (byte === 0x4e && isCellStart) return at + out.write('--', at)
  out[at] = byte === backslash ? byte : (space as number)
  return at + 1
}
