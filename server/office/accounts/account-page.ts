import { nameOrEmail } from '#contract/core/names.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Person, PersonalData, Shown } from '#server/personal.ts'
import type { AccountData } from './account-data.ts'
import { accountPageStyle } from './account-page-style.ts'

/**
 * Returns everything stored about a person as one page to read, print or file. It runs and fetches nothing,
 * whatever it contains.
 */
export function accountPage({ portal, writtenAt, person, kinds }: AccountData): string {
  const name = nameOrEmail(person.user)
  const title = escapeHtml(`What this portal keeps about ${name}`)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${accountPageStyle}</style></head>`,
    `<body><main><h1 dir="auto">${title}</h1>`,
    `<p>Written ${shownInstant(writtenAt)} by ${link(portal, portal)}. It leaves out sign-in codes and secret addresses, because they would give others access.</p>`,
    ...kinds.map((kind) => section(kind, person)),
    '</main></body></html>\n',
  ].join('\n')
}

function section({ key, title, columns, found }: AccountData['kinds'][number], person: Person) {
  const content = Array.isArray(found) ? table(columns, found, person) : facts(columns, found, person)
  return `<section aria-labelledby="${key}"><h2 id="${key}">${escapeHtml(title)}</h2>${content}</section>`
}

type Columns = PersonalData['columns']
const nothing = '<p>Nothing.</p>'

/** Returns an object as names with values. */
function facts(columns: Columns, found: unknown, person: Person) {
  if (found === null) return nothing
  const rows = Object.keys(columns).map(
    (name) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${cell(columns, name, found, person)}</td></tr>`,
  )
  return `<table class="facts"><tbody>${rows.join('\n')}</tbody></table>`
}

/** Returns a table. Each cell has its column's name, which precedes the value on a phone. */
function table(columns: Columns, found: unknown[], person: Person) {
  if (found.length === 0) return nothing
  const names = Object.keys(columns)
  const head = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
  const body = found.map((row) => {
    const cells = names.map(
      (name) => `<td data-column="${escapeHtml(name)}">${cell(columns, name, row, person)}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><thead><tr>${head.join('')}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table>`
}

function cell(columns: Columns, name: string, row: unknown, person: Person) {
  const column = columns[name]
  const value = typeof column === 'function' ? column(row as never, person) : (row as never)[column as never]
  return `<span dir="auto">${markupOf(value) || '–'}</span>`
}

/** All values are escaped as text, so typed content does nothing. */
function markupOf(value: Shown) {
  if (value === null) return ''
  if (value instanceof Date) return escapeHtml(shownInstant(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(({ url, label }) => link(url, label)).join(', ')
  return escapeHtml(String(value))
}

function link(url: string, label: string) {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}
