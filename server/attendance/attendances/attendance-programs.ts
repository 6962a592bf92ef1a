import type { Column } from './attendance-column-names.ts'
import { columnNamed, lettersOf } from './attendance-column-names.ts'
import type { ReportKind } from './attendance-reading.ts'

/** A program that writes reports, and the columns that it writes itself: before and after a person's times. */
export interface Program {
  kind: ReportKind
  before: ReadonlySet<Column>
  after: ReadonlySet<Column>
}

interface Recognized extends Program {
  /** Recognizes a report by the letters of its column names, and by single-cell lines around them. */
  isIts(names: ReadonlySet<string>, lines: ReadonlySet<string>): boolean
}

const person = ['name', 'firstName', 'lastName', 'email'] as const

/** The programs, those with the clearest marks first. */
const programs: Recognized[] = [
  {
    kind: 'bigbluebutton-attendees',
    before: new Set(['name', 'moderator']),
    after: new Set(['duration']),
    isIts: (names) => names.has('moderator') && names.has('activityscore'),
  },
  {
    kind: 'teams-attendees',
    before: new Set(['name']),
    after: new Set(['duration', 'email', 'login', 'role']),
    isIts: (names, lines) =>
      names.has('inmeetingduration') ||
      names.has('participantidupn') ||
      (names.has('fullname') && (names.has('useraction') || names.has('utceventtimestamp'))) ||
      lines.has('inmeetingactivities'),
  },
  {
    kind: 'webex-attendees',
    before: new Set([...person, 'role']),
    after: new Set(['duration', 'medium']),
    isIts: (names) =>
      names.has('attendeeemail') && (names.has('attendanceduration') || names.has('connectiontype')),
  },
  {
    kind: 'meet-attendees',
    before: new Set([...person, 'duration']),
    after: new Set(['duration']),
    isIts: (names) => names.has('timejoined') && names.has('timeexited'),
  },
  {
    kind: 'connect-attendees',
    before: new Set([...person, 'login']),
    after: new Set([...person, 'login']),
    isIts: (names) => names.has('datecreated') && names.has('dateend'),
  },
  {
    kind: 'goto-attendees',
    before: new Set([...person, 'attended', 'registeredAt']),
    after: new Set(['duration']),
    isIts: (names, lines) =>
      lines.has('gotowebinar') ||
      names.has('interestrating') ||
      names.has('insessionduration') ||
      (hasNoOtherTimes(names) &&
        (names.has('registrationdate') || names.has('registrationdatetime')) &&
        names.has('attended')),
  },
  {
    kind: 'zoom-attendees',
    before: new Set([...person, 'attended', 'registeredAt', 'registrantId']),
    after: new Set(['duration', 'waiting']),
    isIts: (names, lines) =>
      hasNoOtherTimes(names) &&
      (['attendeereport', 'hostdetails', 'panelistdetails', 'attendeedetails', 'otherattended'].some((line) =>
        lines.has(line),
      ) ||
        [...names].some((name) => name.endsWith('originalname')) ||
        names.has('timeinsession') ||
        (names.has('approvalstatus') && names.has('attended')) ||
        (names.has('durationminutes') && names.has('guest'))),
  },
]

/** Zoom and GoTo Webinar name the time of joining 'Join Time', in every report that has one. */
function hasNoOtherTimes(names: ReadonlySet<string>) {
  return (
    names.has('jointime') ||
    ![...names].some((name) => ['sure', 'likely'].includes(columnNamed(name)?.certainty ?? ''))
  )
}

/** Returns the program that wrote a table, by its column names and single-cell lines; undefined for a free list. */
export function programOf(
  headings: readonly (readonly string[])[],
  lines: readonly string[],
): Program | undefined {
  const names = new Set(
    headings.flat().flatMap((cell) => [lettersOf(cell), lettersOf(cell.replace(/[([].*$/s, ''))]),
  )
  const said = new Set(lines.map(lettersOf))
  return programs.find(({ isIts }) => isIts(names, said))
}
