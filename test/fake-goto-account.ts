import type { NewRegistrant } from '#server/core/webinar-platform/webinar-platform.ts'
import type { FakeAnswer } from './http-faults.ts'

/** A webinar as in GoTo's pages. */
interface GotoWebinarFacts {
  subject: string
  organizerEmail: string
  times: { startTime: string; endTime: string }[]
  /** Registrants wait until the organizer approves them. */
  needsApproval: boolean
  /** Its form requires a field that the portal does not know. */
  hasRequiredField: boolean
  /** Ignores paging: everybody comes in one array. */
  isListedAtOnce: boolean
}

export interface GotoRegistrant {
  registrantKey: bigint
  firstName: string
  lastName: string
  email: string
  status: 'APPROVED' | 'WAITING' | 'DENIED'
  registrationDate: string
}

interface GotoAttendee {
  email: string
  firstName: string
  lastName: string
  attendance: { joinTime: string; leaveTime: string }[]
  polls: { question: string; answers: string[] }[]
}

/** One time that a webinar was held. */
export interface GotoSession {
  sessionKey: bigint
  startTime: string
  endTime: string
  attendees: (GotoAttendee & { registrantKey: bigint })[]
}

export interface GotoWebinar extends GotoWebinarFacts {
  webinarKey: bigint
  registrants: Map<string, GotoRegistrant>
  sessions: GotoSession[]
}

/** An organizer's account, and the rules for registering. */
export interface FakeGotoAccount {
  webinars: Map<string, GotoWebinar>
  /** Adds an upcoming webinar; returns its key. */
  givenWebinar(facts?: Partial<GotoWebinarFacts>): string
  /** Registers a person on GoTo's own page. */
  register(webinarKey: string, person: NewRegistrant): GotoRegistrant
  /** Approves, denies or removes a person on GoTo's own page. */
  change(webinarKey: string, email: string, action: 'approve' | 'deny' | 'cancel'): void
  /** Holds the webinar, or corrects what is reported of an earlier session; attendees who are not registered get a key. */
  hold(webinarKey: string, attendees: GotoAttendee[], place?: number): void
  /** The calls of the API. */
  add(webinar: GotoWebinar, body: Record<string, unknown>): FakeAnswer
  remove(webinar: GotoWebinar, registrantKey: string): FakeAnswer
}

const usual: GotoWebinarFacts = {
  subject: 'Piston IA Renewal 2027 Day 1',
  organizerEmail: 'events@example.com',
  times: [{ startTime: '2027-02-10T14:00:00Z', endTime: '2027-02-10T18:00:00Z' }],
  needsApproval: false,
  hasRequiredField: false,
  isListedAtOnce: false,
}

/** Too large for a number, and so close that rounding would make neighbors equal. */
const firstKey = 8_325_357_307_900_339_981n

export function openFakeGotoAccount(clock: () => Date): FakeGotoAccount {
  const webinars = new Map<string, GotoWebinar>()
  let made = 0n
  const nextKey = () => firstKey + made++

  function register(webinar: GotoWebinar, { email, firstName, lastName }: NewRegistrant): GotoRegistrant {
    const registrantKey = nextKey()
    const status = webinar.needsApproval ? 'WAITING' : 'APPROVED'
    const registrationDate = clock().toISOString()
    const registrant: GotoRegistrant = { registrantKey, firstName, lastName, email, status, registrationDate }
    webinar.registrants.set(String(registrantKey), registrant)
    return registrant
  }

  return {
    webinars,
    givenWebinar(facts) {
      const webinarKey = nextKey()
      webinars.set(String(webinarKey), {
        ...usual,
        ...facts,
        webinarKey,
        registrants: new Map(),
        sessions: [],
      })
      return String(webinarKey)
    },
    register: (webinarKey, person) => register(get(webinars, webinarKey), person),
    change(webinarKey, email, action) {
      const { registrants } = get(webinars, webinarKey)
      const registrant = findByEmail(registrants, email)
      if (!registrant) throw new Error(`${email} is not registered.`)
      if (action === 'cancel') registrants.delete(String(registrant.registrantKey))
      else registrant.status = action === 'approve' ? 'APPROVED' : 'DENIED'
    },
    hold(webinarKey, attendees, place) {
      const webinar = get(webinars, webinarKey)
      const { sessions } = webinar
      const stays = attendees.flatMap(({ attendance }) => attendance)
      const planned = webinar.times[0] ?? usual.times[0]
      sessions.splice(place ?? sessions.length, 1, {
        sessionKey: sessions[place ?? sessions.length]?.sessionKey ?? nextKey(),
        startTime: stays.map(({ joinTime }) => joinTime).sort()[0] ?? planned?.startTime ?? '',
        endTime:
          stays
            .map(({ leaveTime }) => leaveTime)
            .sort()
            .at(-1) ??
          planned?.endTime ??
          '',
        attendees: attendees.map((attendee) => {
          const known = findByEmail(webinar.registrants, attendee.email)
          return { ...attendee, registrantKey: known?.registrantKey ?? nextKey() }
        }),
      })
    },
    add(webinar, body) {
      const [firstName, lastName, email] = ['firstName', 'lastName', 'email'].map((name) => body[name])
      if (![firstName, lastName, email].every((value) => typeof value === 'string' && value.trim() !== '')) {
        return no(400, 'InvalidRequest', 'firstName, lastName and email are required.')
      }
      const person = { firstName, lastName, email } as NewRegistrant
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email) || webinar.hasRequiredField) {
        return no(400, 'InvalidRequest', 'The request contains a field that is missing or invalid.')
      }
      if (findByEmail(webinar.registrants, person.email)) {
        return no(409, 'DuplicateRegistrant', 'The user is already registered.')
      }
      const { registrantKey, status } = register(webinar, person)
      return {
        status: 201,
        body: json({ registrantKey, joinUrl: joinUrlOf(webinar, registrantKey), status }),
      }
    },
    remove(webinar, registrantKey) {
      if (Date.parse(webinar.times[0]?.startTime ?? '') <= clock().getTime()) {
        return no(400, 'InvalidRequest', 'The webinar is not a scheduled, future webinar.')
      }
      const isKnown = webinar.registrants.delete(registrantKey)
      return isKnown ? { status: 204 } : no(404, 'NotFound', 'There is no such registrant.')
    },
  }
}

/** Writes JSON like GoTo: keys are numbers of any length. */
export function json(content: unknown): string {
  const marked = JSON.stringify(content, (_, value) =>
    typeof value === 'bigint' ? `\u0001${value}\u0001` : value,
  )
  return marked.replaceAll(/"\\u0001(\d+)\\u0001"/g, '$1')
}

/** Returns a refusal; its body is not documented anywhere. */
export function no(status: number, errorCode: string, description: string): FakeAnswer {
  return { status, body: { errorCode, description } }
}

/** Returns a registrant's join URL. */
export function joinUrlOf({ webinarKey }: GotoWebinar, registrantKey: bigint): string {
  return `https://global.gotowebinar.com/join/${webinarKey}/${registrantKey}`
}

function findByEmail(registrants: Map<string, GotoRegistrant>, email: string): GotoRegistrant | undefined {
  return [...registrants.values()].find((each) => each.email.toLowerCase() === email.toLowerCase())
}

function get(webinars: Map<string, GotoWebinar>, webinarKey: string): GotoWebinar {
  const webinar = webinars.get(webinarKey)
  if (!webinar) throw new Error(`There is no webinar ${webinarKey}.`)
  return webinar
}
