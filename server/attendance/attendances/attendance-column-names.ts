import type { PlainDate } from '#contract/core/plain-dates.ts'
import { daysWithin } from './attendance-dates.ts'
import { zoneIn } from './attendance-zones.ts'

/** The columns by their names in reports, letters only, without brackets. */
const columnNames = {
  attended: 'attended attendedyn attendance present didattend',
  absent: 'absent absentyn absence noshow isabsent didnotattend',
  watched: 'attendedlive watchedlive joinedlive viewingtype viewtype attendancetype',
  name: 'username name fullname displayname names attendee attendeename participant participantname registrantname studentname membername guestname employeename printedname printname technician technicianname',
  firstName: 'firstname first givenname forename',
  lastName: 'lastname last surname familyname',
  email:
    'email emailaddress useremail attendeeemail participantemail mail emailid contactemail workemail guestemail',
  /** The sign-in name: an email at Adobe Connect, and for an organization's members at Teams. */
  login: 'login participantid userprincipalname upn',
  registrantId: 'registrantid registrantkey',
  registeredAt: 'registrationtime registrationdate registrationdatetime registeredat',
  /** The day of leaving; it has the names of leaving times. */
  leaveDate: '',
  date: 'date day dates sessiondate eventdate classdate coursedate meetingdate trainingdate webinardate attendancedate dateattended dateofattendance',
  timeZone: 'timezone',
  waiting: 'inwaitingroom',
  status: 'status attendancestatus attendeestatus checkinstatus',
  role: 'role attendeerole participantrole userrole',
  moderator: 'moderator',
  medium: 'medium connectiontype',
  duration:
    'timeinsession insessionduration inmeetingduration attendanceduration duration totalduration durationminutes timeattended timeinmeeting totaltime minutes totalminutes minutesattended attendedminutes',
  action: 'useraction action activity',
  actionAt: 'timestamp utceventtimestamp eventtimestamp datetime',
  answeredAt:
    'submitteddatetime submitteddateandtime submittedtime submittedat submissiontime answeredat responsetime',
  question: 'question',
  answer: 'answer',
} as const

/** The names of arrival and departure times, surest first. Each line has arrivals, then departures. */
const timeNames = {
  sure: [
    'jointime joinedtime joinedat joined join joindatetime timejoined datejoined firstjoin firstjointime firstjoined timein intime',
    'leavetime leftat left leave leavedatetime timeleft dateleft lefttime lastleave lastleavetime lastleft timeexited timeout outtime',
  ],
  likely: [
    'signin signintime signedin signedinat timesignedin checkin checkintime checkedin checkedinat arrival arrivaltime arrived arrivedat timeofarrival entered enteredat entertime entrytime timeentered dateentered timeofentry loggedin logintime logon logontime clockin clockedin clockintime badgein badgedin scanin scannedin connected connectedat datecreated',
    'signout signouttime signedout signedoutat timesignedout checkout checkouttime checkedout checkedoutat departure departuretime departed departedat timeofdeparture exited exitedat exittime dateexited timeofexit loggedout logouttime logoff logofftime logout clockout clockedout clockouttime badgeout badgedout scanout scannedout disconnected disconnectedat dateend',
  ],
  /** Columns that need each other. */
  paired: ['in from entry', 'out to until till exit'],
  /** Columns that may be about the event. */
  ofEvent: [
    'start starttime started startedat begin begintime began',
    'end endtime ended endedat finish finishtime',
  ],
} as const

export type Certainty = keyof typeof timeNames
type TimeColumn = 'joinTime' | 'leaveTime'
export type Column = keyof typeof columnNames

/** A column's name as understood. */
export interface NamedColumn {
  column: Column | TimeColumn
  /** The certainty of arrival or departure times. */
  certainty?: Certainty
  /** The zone in a time column's name, in brackets or at the end. */
  zone?: string | undefined
  /** Its day. */
  on?: PlainDate | undefined
}

const known = new Map<string, NamedColumn>([
  ...Object.entries(columnNames).flatMap(([column, names]) => entriesOf(names, { column: column as Column })),
  ...Object.entries(timeNames).flatMap(([key, [coming, leaving]]) => {
    const certainty = key as Certainty
    return [
      ...entriesOf(coming, { column: 'joinTime', certainty }),
      ...entriesOf(leaving, { column: 'leaveTime', certainty }),
    ]
  }),
])

/** The words around a time's name for its part of the day: 'AM In', 'Day 2 Sign-out', '2nd Time In', 'Time In PM'. */
const parts =
  /^(?:am|pm|morning|afternoon|evening|day|session|part|block|module|beforelunch|afterlunch|lunch|actual|attendee|participant|user|second|third|nd|rd)+(?=.)|(?:am|pm|morning|afternoon)$/g

const endsInZone =
  /[ ,–-](?:.*(?:time|zone)|[ecmp][sd]?t|utc|gmt|eastern|central|mountain|pacific|arizona|alaska|hawaii|\w+\/[\w/]+) *$/i

/** Returns the column that a cell names; undefined if unknown. */
export function columnNamed(cell: string): NamedColumn | undefined {
  if (cell === '' || cell.length > 80) return undefined
  const [bare, inBrackets] = [cell.replace(/[([].*$/s, ''), /[([](.*)[)\]]/s.exec(cell)?.[1] ?? '']
  const found = findName(bare)
  if (found) return about(found, cell, inBrackets)
  // 'Join Time UTC', 'Leave Time - Eastern'
  if (!endsInZone.test(bare)) return undefined
  const words = bare.split(/[ ,–-]+/)
  for (let count = words.length - 1; count > 0; count--) {
    const named = findName(words.slice(0, count).join(' '))
    const zone = named && isOfTime(named) && zoneIn(words.slice(count).join(' '))
    if (zone) return about(named, cell, zone)
  }
  return undefined
}

/** Returns the letters of a name. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function findName(name: string): NamedColumn | undefined {
  const letters = lettersOf(name)
  const found = known.get(letters)
  if (found) return found
  const part = known.get(letters.replaceAll(parts, ''))
  if (part?.certainty && part.certainty !== 'ofEvent') return part
  // 'Sign-in Date' beside 'Sign-in Time', 'Sign-out Date' beside 'Sign-out Time'
  const dated = known.get(/^(.+)date$/.exec(letters)?.[1] ?? '')
  if (!dated?.certainty || dated.certainty === 'paired') return undefined
  return { column: dated.column === 'leaveTime' ? 'leaveDate' : 'date' }
}

function about(found: NamedColumn, cell: string, zone: string): NamedColumn {
  if (!isOfTime(found)) return found
  const [on] = daysWithin(cell, false)
  const named = found.column === 'actionAt' && /^utc/i.test(cell) ? 'UTC' : zoneIn(zone)
  return { ...found, ...(named && { zone: named }), ...(on && { on }) }
}

function isOfTime({ column, certainty }: NamedColumn) {
  return certainty !== undefined || column === 'answeredAt' || column === 'actionAt'
}

function entriesOf(names: string, found: NamedColumn): [string, NamedColumn][] {
  return names.split(' ').flatMap((name) => (name ? [[name, found]] : []))
}
