import type { NewRegistrant, WebinarPlatform } from '#server/core/webinar/webinar.ts'
import type { Fault } from './http-faults.ts'

/** What every platform can be told of a webinar. */
export interface GivenWebinar {
  topic?: string
  /** For four hours. */
  startsAt?: Date
  hostEmail?: string
  /** Nobody may register any more, or at all. */
  isClosed?: boolean
  /** Whoever registers waits for somebody's approval. */
  needsApproval?: boolean
}

/** Somebody's visits and answers, as the platform is to report them. */
export interface GivenAttendee {
  email: string
  name: string
  visits: { joinedAt: Date; leftAt: Date }[]
  answers: { question: string; answer: string }[]
}

/** Over there things are known at once, in the house by the database. */
type MaybeLater<Result> = Result | Promise<Result>

/**
 * A platform of the portal with its stand-in, and what can be done over there by its own hand. The tests of
 * `webinar-platforms.test.ts` use nothing else, so whoever brings another platform writes one of these.
 */
export interface WebinarHarness {
  platform: WebinarPlatform
  /** Makes a webinar; gives its id. */
  givenWebinar(facts?: GivenWebinar): MaybeLater<string>
  /** People register on the platform's own page. */
  register(webinarId: string, people: NewRegistrant[]): MaybeLater<void>
  /** Somebody is canceled on the platform's own page. */
  cancel(webinarId: string, email: string): MaybeLater<void>
  /** How many are registered over there, approved or pending. */
  count(webinarId: string): MaybeLater<number>
  /** The webinar is held. */
  hold(webinarId: string, attendees: GivenAttendee[]): MaybeLater<void>
  /** The next calls fail, so many of them; only where something can be lost on the way. */
  failNext(fault: Fault, times?: number): void
  /** Uses up the quota of a day, everybody's; only where the platform has one. */
  useUpQuota(): void
  /** Whom the platform refuses to register, and would again; only where it refuses anybody. */
  refusedPerson(webinarId: string): NewRegistrant
  /** Nobody is there any more, until it comes back; only where it can be away. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Opens harnesses of a platform; `name` as the tests' titles say it. */
export interface WebinarHarnessKind {
  name: string
  /** Calls travel, so that they may fail and be lost. */
  isElsewhere: boolean
  hasDailyQuota: boolean
  refusesPeople: boolean
  hasPolls: boolean
  canBeAway: boolean
  open(): Promise<WebinarHarness>
  /** Closes what every harness of it shares. */
  closeAll?(): Promise<void>
}
