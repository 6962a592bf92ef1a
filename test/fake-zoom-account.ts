import type { NewRegistrant } from '#server/core/webinar-platform/webinar-platform.ts'
import type { FakeAnswer } from './http-faults.ts'

/** A webinar as in Zoom's pages. */
interface FakeWebinarFacts {
  topic: string
  startTime: string
  minutes: number
  /** The occurrences of a recurring webinar, each with its ID. */
  occurrences: { occurrence_id: string; start_time: string; duration: number }[]
  hostEmail: string
  /** In Zoom's format: one text, separated by ;. */
  alternativeHosts: string
  /** 0: registrants are approved; 1: the host approves; 2: no registration. */
  approvalType: 0 | 1 | 2
  /** 0: unlimited. */
  capacity: number
  isOver: boolean
}

export interface FakeRegistrant {
  id: string
  email: string
  firstName: string
  lastName: string
  status: 'approved' | 'pending' | 'denied'
  atMs: number
}

/** One time that a webinar was held. */
interface FakeInstance {
  uuid: string
  /** Absent: the start of the webinar. */
  startTime?: string
  /** Zoom lists it, but has no report of it, such as after an empty start by mistake. */
  isUnreported?: boolean
  /** As in Zoom's report. */
  participants: Record<string, unknown>[]
  questions: Record<string, unknown>[]
}

export interface FakeWebinar extends FakeWebinarFacts {
  id: number
  registrants: Map<string, FakeRegistrant>
  instances: FakeInstance[]
}

/** An account at Zoom, and the rules for registering. */
export interface FakeZoomAccount {
  webinars: Map<string, FakeWebinar>
  /** Adds a webinar, by default one with open registration; returns its id. */
  givenWebinar(facts?: Partial<FakeWebinarFacts>): string
  /** Sets whether a repeated registration returns the same registrant or is refused. */
  onDuplicate(answer: 'same' | 'error'): void
  /** Omits link and status from answers to adding, as Zoom may. */
  answerBarely(): void
  /** Registers a person on Zoom's own page. */
  register(webinarId: string, person: NewRegistrant): FakeRegistrant
  /** Approves, denies or cancels a person on Zoom's own page. */
  change(webinarId: string, email: string, action: StatusAction): void
  /** Hides people who registered within the last `ms` from lists. */
  lagBehind(ms: number): void
  listed(webinar: FakeWebinar): FakeRegistrant[]
  /** The calls of the API. */
  add(webinar: FakeWebinar, body: Record<string, string>): FakeAnswer
  changeAll(webinar: FakeWebinar, body: StatusChange): FakeAnswer
}

type StatusAction = 'approve' | 'deny' | 'cancel'
export interface StatusChange {
  action: StatusAction
  registrants: { id?: string; email?: string }[]
}

const usual: FakeWebinarFacts = {
  topic: 'Piston IA Renewal 2027 Day 1',
  startTime: '2027-02-10T14:00:00Z',
  minutes: 240,
  occurrences: [],
  hostEmail: 'events@example.com',
  alternativeHosts: '',
  approvalType: 0,
  capacity: 0,
  isOver: false,
}

/** The times a day that the same person can be added to a webinar, or change their status. */
const daily = { add: 3, status: 10 }

export function openFakeAccount(clock: () => Date): FakeZoomAccount {
  const webinars = new Map<string, FakeWebinar>()
  const counts = new Map<string, number>()
  let duplicates: 'same' | 'error' = 'same'
  let isBare = false
  let made = 0
  let lagMs = 0

  /** Counts today's acts for a person; returns the refusal once there are too many. */
  function overDaily(kind: 'add' | 'status', webinar: FakeWebinar, email: string): FakeAnswer | undefined {
    const now = clock()
    const key = [kind, webinar.id, email.toLowerCase(), now.toISOString().slice(0, 10)].join(' ')
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= daily[kind]) return undefined
    const what = kind === 'add' ? 'Add a webinar registrant' : "Update a webinar registrant's status"
    const message = `You have exceeded the daily rate limit of "${daily[kind]}" for ${what} API requests for the registrant "${email}". You can resume these API requests at GMT 00:00:00.`
    return dailyLimit(message, now)
  }

  function register(webinar: FakeWebinar, { email, firstName, lastName }: NewRegistrant): FakeRegistrant {
    const status = webinar.approvalType === 1 ? 'pending' : 'approved'
    const id = `r${++made}-Xw_9`
    const registrant: FakeRegistrant = { id, email, firstName, lastName, status, atMs: performance.now() }
    webinar.registrants.set(registrant.id, registrant)
    return registrant
  }

  function change(webinar: FakeWebinar, registrant: FakeRegistrant, action: StatusAction): void {
    // No list has a canceled person, under any status.
    if (action === 'cancel') webinar.registrants.delete(registrant.id)
    else registrant.status = action === 'approve' ? 'approved' : 'denied'
  }

  function add(webinar: FakeWebinar, body: Record<string, string>): FakeAnswer {
    const { email = '', first_name: firstName = '', last_name: lastName = '' } = body
    const refusal = refusalOf(webinar, { email, firstName, lastName }) ?? overDaily('add', webinar, email)
    if (refusal) return refusal
    const known = findByEmail(webinar, email)
    if (known && duplicates === 'error') return no(400, 3000, `${email} has already been registered.`)
    if (!known && webinar.capacity > 0 && webinar.registrants.size >= webinar.capacity) {
      return no(400, 3000, 'You have reached the limit for the number of attendees you can add.')
    }
    const { id, status } = known ?? register(webinar, { email, firstName, lastName })
    const joinUrl = status === 'approved' ? { join_url: joinUrlOf(webinar, id) } : {}
    const { topic, startTime } = webinar
    const bare = { id: webinar.id, registrant_id: id, topic, start_time: startTime }
    return { status: 201, body: isBare ? bare : { ...bare, status, ...joinUrl } }
  }

  return {
    webinars,
    givenWebinar(facts) {
      const id = 99_289_110_036 + webinars.size
      webinars.set(String(id), { ...usual, ...facts, id, registrants: new Map(), instances: [] })
      return String(id)
    },
    onDuplicate(answer) {
      duplicates = answer
    },
    lagBehind(ms) {
      lagMs = ms
    },
    listed: ({ registrants }) =>
      [...registrants.values()].filter(({ atMs }) => lagMs === 0 || atMs < performance.now() - lagMs),
    answerBarely() {
      isBare = true
    },
    register: (webinarId, person) => register(get(webinars, webinarId), person),
    change(webinarId, email, action) {
      const webinar = get(webinars, webinarId)
      const registrant = findByEmail(webinar, email)
      if (!registrant) throw new Error(`${email} is not registered.`)
      change(webinar, registrant, action)
    },
    add,
    changeAll(webinar, { action, registrants }) {
      const found = registrants.map(({ id = '', email = '' }) => ({
        asked: email || id,
        registrant: webinar.registrants.get(id) ?? (id ? undefined : findByEmail(webinar, email)),
      }))
      const missing = found.find(({ registrant }) => !registrant)
      if (missing) return no(400, 3000, `Registrant ${missing.asked} was not found.`)
      for (const { registrant } of found) {
        const refusal = registrant && overDaily('status', webinar, registrant.email)
        if (refusal) return refusal
        if (registrant) change(webinar, registrant, action)
      }
      return { status: 204 }
    },
  }
}

/** Returns a refusal in Zoom's format. */
export function no(status: number, code: number, message: string, fields?: string[]): FakeAnswer {
  const errors = fields && { errors: fields.map((field) => ({ field, message: 'Invalid field.' })) }
  return { status, body: { code, message, ...errors } }
}

/** Returns the refusal of a daily limit, which ends at midnight UTC. */
export function dailyLimit(message: string, now: Date): FakeAnswer {
  const midnight = `${new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`
  const headers = { 'x-ratelimit-type': 'Daily-limit', 'retry-after': midnight }
  return { ...no(429, 429, message), headers }
}

/** Returns a registrant's join URL. */
export function joinUrlOf({ id }: FakeWebinar, registrantId: string): string {
  return `https://us02web.zoom.us/w/${id}?tk=${registrantId}`
}

function refusalOf(webinar: FakeWebinar, person: NewRegistrant): FakeAnswer | undefined {
  const { email, firstName, lastName } = person
  if (webinar.approvalType === 2)
    return no(400, 3000, `This webinar does not have registration as required: ${webinar.id}.`)
  if (webinar.isOver)
    return no(
      400,
      3038,
      'Webinar is over, you cannot register now. If you have any questions, please contact the host.',
    )
  const wrong = [
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 128 ? [] : ['email']),
    ...(firstName.length >= 1 && firstName.length <= 64 ? [] : ['first_name']),
    ...(lastName.length <= 64 ? [] : ['last_name']),
  ]
  if (wrong.length > 0) return no(400, 300, 'Validation Failed.', wrong)
  const hosts = `${webinar.hostEmail};${webinar.alternativeHosts}`.toLowerCase().split(';')
  return hosts.includes(email.toLowerCase()) ? no(400, 3027, 'Host cannot register.') : undefined
}

function findByEmail({ registrants }: FakeWebinar, email: string): FakeRegistrant | undefined {
  return [...registrants.values()].find((each) => each.email.toLowerCase() === email.toLowerCase())
}

function get(webinars: Map<string, FakeWebinar>, webinarId: string): FakeWebinar {
  const webinar = webinars.get(webinarId)
  if (!webinar) throw new Error(`There is no webinar ${webinarId}.`)
  return webinar
}
