import { escapeHtml } from '#server/core/escape-html.ts'
import { accountPageStyle } from './account-page-style.ts'

export type Fact = [name: string, value: string]

/** HTML that is written here. Everything else is text, and written as such: so whatever a person has typed does nothing. */
export interface Markup {
  markup: string
}

/** A whole page that fetches nothing and runs nothing, whatever is in it. */
export function page(title: string, intro: Markup, sections: Markup[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(title)}</title><style>${accountPageStyle}</style></head>`,
    `<body><main><h1 dir="auto">${escapeHtml(title)}</h1><p>${intro.markup}</p>`,
    ...sections.map(({ markup }) => markup),
    '</main></body></html>\n',
  ].join('\n')
}

/** Names beside values; what is blank is said to be. */
export function facts(title: string, known: Fact[]): Markup {
  const rows = known.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th>${cell(value)}</tr>`)
  return section(title, `<table class="facts"><tbody>${rows.join('\n')}</tbody></table>`)
}

/** A row for each, with what the columns make of it, in their order. */
export function table<Row>(
  title: string,
  rows: Row[],
  columns: Record<string, (row: Row) => string | Markup>,
): Markup {
  if (rows.length === 0) return section(title, '<p>Nothing.</p>')
  const names = Object.keys(columns)
  const head = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
  const body = rows.map(
    (row) =>
      `<tr>${Object.entries(columns)
        .map(([name, write]) => cell(write(row), name))
        .join('')}</tr>`,
  )
  return section(title, `<table><thead><tr>${head}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table>`)
}

export function link(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}

function section(title: string, content: string): Markup {
  const id = title.toLowerCase().replace(/\W+/g, '-')
  return {
    markup: `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>${content}</section>`,
  }
}

/** The column's name comes along: on a phone it stands before the value. */
function cell(value: string | Markup, column?: string): string {
  const content = typeof value === 'string' ? escapeHtml(value) : value.markup
  const name = column === undefined ? '' : ` data-column="${escapeHtml(column)}"`
  return `<td${name}><span dir="auto">${content || '–'}</span></td>`
}
