import { beginningOf } from '#contract/core/visible-text.ts'
import type { RowReader } from './attendance-cells.ts'
import { isMarked } from './attendance-cells.ts'
import { isSameName } from './attendance-notes.ts'
import type { ReadVisit } from './attendance-reading.ts'
import type { Section } from './attendance-sections.ts'

const hosting =
  /^(?:(?:co|alternate|event|meeting|webinar|session|course|lead)[ -]?)?(?:host|organi[sz]er|instructor|moderator|trainer|teacher|facilitator|proctor|producer|administrator|admin|owner|staff|crew)s?$/i

/** Columns that an organizer or a program fills. A title or a company is the person's. */
const namesRole = /\b(type|role|category|group|class|permission|access|badge|ticket)\b/i

/** Names the first person whose times count although they seem to be a host: by their name, a cell, or a column. */
export function hostWords(
  { rows, heading }: Section,
  { kind, hostNames }: Pick<RowReader, 'kind' | 'hostNames'>,
  visitsOfRow: (row: Section['rows'][number]) => ReadVisit[],
): string[] {
  for (const row of rows) {
    const [visit] = visitsOfRow(row)
    if (visit?.role !== 'attendee' || visit.status !== 'present' || !visit.joinedAt) continue
    const { name, email } = visit
    const isHost =
      namesHost(name) ||
      hostNames.some((host) => isSameName(host, name)) ||
      (kind === 'list' && isHostIn(row.cells, heading))
    if (!isHost) continue
    return [
      `'${beginningOf(name || email || 'A person without a name', 40)}' seems to be a host, but the times count: delete the rows of those who held the event.`,
    ]
  }
  return []
}

function isHostIn(cells: readonly string[], heading: readonly string[]) {
  return cells.some((cell, place) => {
    const column = heading[place] ?? ''
    const isByMark = isMarked.test(cell) && isHosting(column.replace(/^is[ _-]?|\?$/gi, ''))
    return isByMark || (namesRole.test(column) && isHosting(cell))
  })
}

/** Recognizes 'Eve Desk (Host)', '[Organizer] Eve Desk' and 'Eve Desk - Instructor'. */
function namesHost(name: string) {
  return /[([]([^()[\]]+)[)\]]| [-–—] ?(.+)$/
    .exec(name)
    ?.slice(1)
    .some((part) => isHosting(part ?? ''))
}

function isHosting(text: string) {
  return text.split(/[,;/&]| and /).some((part) => hosting.test(part.trim()))
}
