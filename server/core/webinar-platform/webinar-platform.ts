import type { IncomingHttpHeaders } from 'node:http'
import type { HeldTime } from '#contract/webinars/webinars/times.ts'
import type { ServiceHealth } from '#server/core/breaker.ts'
import { AnswerLost, isTemporary } from '#server/core/remote-problems.ts'

export interface Webinar {
  webinarId: string
  topic: string
  /** Earliest first; empty if the webinar platform has or tells none. */
  times: HeldTime[]
  /** In lower case. Hosts can't be registered. */
  hostEmails: string[]
}

export interface NewRegistrant {
  email: string
  firstName: string
  /** '' if none. */
  lastName: string
}

export interface Registrant extends NewRegistrant {
  /** The webinar platform's id, as text: some are too large for a number. */
  registrantId: string
  /** A host must approve a pending registrant, and refused a denied one. */
  status: 'approved' | 'pending' | 'denied'
  /** The person's own join link; null unless approved. */
  joinUrl: string | null
}

/** A webinar platform's verbatim answer about attendance, and the address that gave it. */
export interface AttendanceSource {
  address: string
  body: string
}

/** The answers about one instance of a webinar; ending and restarting it creates several. */
export interface HeldInstance {
  /** The webinar platform's id. */
  instance: string
  /** For `readAttendanceAnswers`, without those about other instances. */
  sources: AttendanceSource[]
  /** The webinar platform's words if it has no report of the instance; `sources` is then empty. */
  refusal?: string
}

export interface ReceivedWebhook {
  body: Buffer
  headers: IncomingHttpHeaders
}

/** A registration changed at the webinar platform; only a call tells how. */
export interface RegistrantChange {
  webinarId: string
  registrantId: string | null
  email: string | null
}

export interface WebhookContent {
  /** Absent: no relevant change. */
  changed?: RegistrantChange
  /** The answer that the webinar platform requires, if any. */
  answer?: object
}

/**
 * Zoom, GoTo Webinar or the embedded rooms. Calls throw the problems below, `ServiceDown` or `AnswerLost`; any other error is a
 * bug.
 */
export interface WebinarPlatform {
  /** In sentences: 'Zoom'. */
  name: string
  getWebinar(webinarId: string): Promise<Webinar>
  /** Moves the webinar to these times, as many as `getWebinar` returns. */
  setTimes(webinarId: string, times: HeldTime[]): Promise<void>
  /** Returns the existing registrant if there is one. After an `AnswerLost`, look before adding again. */
  addRegistrant(webinarId: string, person: NewRegistrant): Promise<Registrant>
  /** Succeeds if the registrant is already gone. */
  cancelRegistrant(webinarId: string, registrant: Pick<Registrant, 'registrantId' | 'email'>): Promise<void>
  /**
   * Lists approved and pending registrants, and denied ones on request, by page, unordered. A registrant that
   * changes meanwhile may be missing or come twice.
   */
  listRegistrants(webinarId: string, options?: { withDenied?: boolean }): AsyncIterable<Registrant[]>
  /** Returns a registrant's current state; undefined if not registered. */
  findRegistrant(webinarId: string, registrantId: string): Promise<Registrant | undefined>
  /** Returns the answers about each past instance of a webinar, each once; empty if it was not held. */
  getAttendance(webinarId: string): Promise<HeldInstance[]>
  /** Reads a webhook; undefined if its sender is not proven. Absent without webhooks. */
  readWebhook?(webhook: ReceivedWebhook): WebhookContent | undefined
  /** Returns false while the circuit breaker refuses calls. */
  isReachable(): boolean
  health(): ServiceHealth
  close(): void
}

/** A permanent refusal with the webinar platform's own code. */
class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The webinar platform refuses this person. */
export class RegistrantRefused extends Refused {}

/** The webinar platform refuses everyone: no such webinar, over, without registration, no plan, no permission. */
export class WebinarRefused extends Refused {}

/** A quota is used up: this person's for the day, or everyone's. The call has not taken effect. */
export class QuotaReached extends Error {
  readonly until: Date
  readonly isForEverybody: boolean
  constructor(message: string, until: Date, isForEverybody: boolean) {
    super(message)
    this.until = until
    this.isForEverybody = isForEverybody
  }
}

/** The webinar platform says that this person is registered, but does not list them yet. */
export class RegistrantUnlisted extends AnswerLost {}

/** Returns true if a retry makes sense: the webinar platform is away, or a quota is used up. */
export function isForLater(problem: unknown): boolean {
  return isTemporary(problem) || problem instanceof QuotaReached
}
