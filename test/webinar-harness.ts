import type { NewRegistrant, WebinarPlatform } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Fault } from './http-faults.ts'

/** The properties of a webinar that every webinar platform has. */
interface GivenWebinar {
  topic?: string
  /** It lasts four hours. */
  startsAt?: Date
  hostEmail?: string
  /** Registration is closed. */
  isClosed?: boolean
  /** Registrants wait for approval. */
  needsApproval?: boolean
}

interface GivenAnswer {
  question: string
  answer: string
  /** Only if the webinar platform reports times. */
  answeredAt?: Date
  /** The id of the poll; only if the webinar platform reports it. */
  pollId?: string
}

/** A person's visits and answers for the webinar platform's report. */
export interface GivenAttendee {
  email: string
  /** The email that the report names instead; only if the webinar platform knows accounts of its own. */
  signedInAs?: string
  name: string
  visits: { joinedAt: Date; leftAt: Date }[]
  answers: GivenAnswer[]
}

/** Stand-ins change at once, the embedded rooms through the database. */
type MaybeLater<Result> = Result | Promise<Result>

/**
 * A webinar platform with its stand-in, and the acts on its own pages. `webinar-platforms.test.ts` uses nothing else, so a new
 * webinar platform only needs one of these.
 */
export interface WebinarHarness {
  platform: WebinarPlatform
  /** Adds a webinar; returns its id. */
  givenWebinar(facts?: GivenWebinar): MaybeLater<string>
  /** Registers people on the webinar platform's own page. */
  register(webinarId: string, people: NewRegistrant[]): MaybeLater<void>
  /** Cancels a person on the webinar platform's own page. */
  cancel(webinarId: string, email: string): MaybeLater<void>
  /** Returns how many are registered there, approved or pending. */
  count(webinarId: string): MaybeLater<number>
  /** Holds the webinar once more, or corrects what is reported of an earlier time; the rooms only add visits. */
  hold(webinarId: string, attendees: GivenAttendee[], place?: number): MaybeLater<void>
  /** Takes back the report of one holding of the webinar. Absent if the webinar platform has a report for each. */
  loseReport?(webinarId: string, place: number): void
  /** Fails the next calls, this many; only if calls can get lost. */
  failNext(fault: Fault, times?: number): void
  /** Uses up everybody's daily quota; only if the webinar platform has one. */
  useUpQuota(): void
  /** Returns a person whom the webinar platform permanently refuses; only if it refuses anybody. */
  refusedPerson(webinarId: string): NewRegistrant
  /** Stops listening until `comeBack`; only if it can be away. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Opens harnesses of a webinar platform; `name` is for test titles. */
export interface WebinarHarnessKind {
  name: string
  /** Calls go over the network, so they can fail and get lost. */
  isElsewhere: boolean
  hasDailyQuota: boolean
  refusesPeople: boolean
  hasPolls: boolean
  canBeAway: boolean
  open(): Promise<WebinarHarness>
  /** Closes what its harnesses share. */
  closeAll?(): Promise<void>
}
