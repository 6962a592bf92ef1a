import type { IncomingHttpHeaders } from 'node:http'
import type { HeldTime } from '#contract/webinars/times.ts'
import type { ServiceHealth } from '#server/core/breaker.ts'
import { AnswerLost, isTemporary } from '#server/core/remote-problems.ts'

/** What a webinar platform knows of a webinar. */
export interface Webinar {
  webinarId: string
  topic: string
  /** When it is held, the earliest first; empty where the platform tells no time, or has none of its own. */
  times: HeldTime[]
  /** Those who hold it: the platform takes no registration of them. Lower-case. */
  hostEmails: string[]
}

/** Whom to register, as the platform will know them. */
export interface NewRegistrant {
  email: string
  firstName: string
  /** '' where there is none. */
  lastName: string
}

/** Somebody whom a platform has registered for a webinar. */
export interface Registrant extends NewRegistrant {
  /** The platform's own id, as text: some are larger than a number holds. */
  registrantId: string
  /** Somebody over there has to approve a pending one, and has refused a denied one. */
  status: 'approved' | 'pending' | 'denied'
  /** Where this person joins; null as long as they are not approved. */
  joinUrl: string | null
}

/** One visit of somebody to a webinar; whoever comes again has several. */
export interface Visit {
  /** null, like the email, where the platform doesn't say who it was. */
  registrantId: string | null
  email: string | null
  name: string
  joinedAt: Date
  leftAt: Date
}

export interface PollAnswer {
  registrantId: string | null
  email: string | null
  question: string
  answer: string
  /** null where the platform notes no time. */
  answeredAt: Date | null
}

/** Who was there, as a platform reports it when a webinar is over. */
export interface AttendanceReport {
  visits: Visit[]
  answers: PollAnswer[]
  /** Every answer that it was read from, letter for letter. */
  sources: { address: string; body: string }[]
}

/** A call by which a platform tells of a change. */
export interface ReceivedWebhook {
  body: Buffer
  headers: IncomingHttpHeaders
}

/** Somebody's registration has changed over there; only the platform itself knows how. */
export interface RegistrantChange {
  webinarId: string
  registrantId: string | null
  email: string | null
}

export interface WebhookContent {
  /** Absent: nothing changed that matters here. */
  changed?: RegistrantChange
  /** What the platform wants to be answered; absent: nothing. */
  answer?: object
}

/** Where webinars take place: the embedded stand-in, Zoom or GoTo Webinar. Every call throws one of the problems below, `ServiceDown` or `AnswerLost`, or is a bug. */
export interface WebinarPlatform {
  /** As sentences name it: 'Zoom'. */
  name: string
  getWebinar(webinarId: string): Promise<Webinar>
  /** Holds the webinar at these times: as many as it tells. Whether people are told of it is the platform's own setting. */
  setTimes(webinarId: string, times: HeldTime[]): Promise<void>
  /** Whoever is registered already is given as they are. After an `AnswerLost` they may be: look before asking again. */
  addRegistrant(webinarId: string, person: NewRegistrant): Promise<Registrant>
  /** Whoever is not registered any more counts as canceled. */
  cancelRegistrant(webinarId: string, registrant: Pick<Registrant, 'registrantId' | 'email'>): Promise<void>
  /**
   * Everybody who is approved or pending, on demand also who was denied, a page at a time, in no order. Whoever comes or goes
   * meanwhile may be missing or come twice.
   */
  listRegistrants(webinarId: string, options?: { withDenied?: boolean }): AsyncIterable<Registrant[]>
  /** Somebody as they are over there at this moment; undefined: not registered, or not any more. */
  findRegistrant(webinarId: string, registrantId: string): Promise<Registrant | undefined>
  /** Of all times it was held under this id. */
  getAttendance(webinarId: string): Promise<AttendanceReport>
  /** Reads a webhook; returns undefined if it is not proven that the platform has sent it. Absent if it sends none. */
  readWebhook?(webhook: ReceivedWebhook): WebhookContent | undefined
  /** Whether calls go through at present; false while too many in a row have failed. */
  isReachable(): boolean
  health(): ServiceHealth
  close(): void
}

/** The platform refuses this person, and would again. `code` is its own. */
export class RegistrantRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The platform refuses whoever it is: no such webinar, over, without registration, no plan, no permission. */
export class WebinarRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A quota is used up: this person's for the day, or everybody's. What was asked for has certainly not been done. */
export class QuotaReached extends Error {
  readonly until: Date
  readonly isForEverybody: boolean
  constructor(message: string, until: Date, isForEverybody: boolean) {
    super(message)
    this.until = until
    this.isForEverybody = isForEverybody
  }
}

/** The platform says that this person is registered, and its list does not have them yet. */
export class RegistrantUnlisted extends AnswerLost {}

/** Whether what was asked for may be done later: the platform is away, or a quota is used up. */
export function isForLater(problem: unknown): boolean {
  return isTemporary(problem) || problem instanceof QuotaReached
}
