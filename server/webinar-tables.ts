import type { ColumnType, Generated } from 'kysely'
import type { WebinarDifferenceKind } from '#contract/webinar-comparisons/calls.ts'
import type { WebinarOutcome, WebinarSyncKind } from '#contract/webinars/calls.ts'
import type { HeldTime } from '#contract/webinars/times.ts'
import { columnsOf } from './columns.ts'

// The part of tables.ts that tells who is known to the webinar platform.

/** What is wanted of the platform, or what it has said. */
export type RegistrantState =
  | 'wanted'
  | 'registered'
  | 'pending'
  | 'refused'
  | 'deferred'
  | 'unwanted'
  | 'delinking'
  | 'delinked'

export interface WebinarRegistrantsTable {
  registrationId: number
  webinarId: string
  email: string
  state: RegistrantState
  isAsked: Generated<boolean>
  registrantId: string | null
  joinUrl: string | null
  problem: Generated<string>
  tryAt: Date | null
  attempts: Generated<number>
  leasedUntil: Date | null
  webinarSyncId: string | null
  outcome: WebinarOutcome | null
  knownAt: Date | null
  /** Kept by the database. */
  stateSince: Generated<Date>
}

export interface WebinarSyncsTable {
  webinarSyncId: Generated<string>
  kind: WebinarSyncKind
  eventSlotId: number
  webinarId: string
  usesEmailAsName: Generated<boolean>
  startedBy: string | null
  startedAt: Date
  endedAt: Date | null
  isStopped: Generated<boolean>
  problem: Generated<string>
  figures: ColumnType<SyncFigures | null, string | null, string | null>
}

/** What a sync or delink came to, as it stood at its end. */
export interface SyncFigures {
  total: number
  done: number
  counts: Record<WebinarOutcome, number>
}

export interface WebinarComparisonsTable {
  eventSlotId: number
  askedAt: Date | null
  comparedAt: Date | null
  webinarId: string | null
  peopleHere: Generated<number>
  peopleThere: Generated<number>
  problem: Generated<string>
  /** Kept as JSON: the instants as text. */
  timesThere: ColumnType<Record<keyof HeldTime, string>[] | null, string | null, string | null>
  timeAskedAt: Date | null
  timeProblem: Generated<string>
}

export interface WebinarDifferencesTable {
  webinarDifferenceId: Generated<number>
  eventSlotId: number
  kind: WebinarDifferenceKind
  registrationId: number | null
  registrantId: string | null
  email: string
  name: string
  words: string
  repairAskedAt: Date | null
  problem: Generated<string>
}

export interface WebinarRoomRegistrantsTable {
  registrantId: Generated<string>
  webinarId: string
  email: string
  firstName: string
  lastName: string
  registeredAt: Generated<Date>
}

export interface WebinarRoomVisitsTable {
  webinarRoomVisitId: Generated<number>
  registrantId: string
  joinedAt: Date
  leftAt: Date
}

export const webinarSyncColumns = columnsOf<WebinarSyncsTable>()(
  'webinarSyncId',
  'kind',
  'eventSlotId',
  'webinarId',
  'usesEmailAsName',
  'startedBy',
  'startedAt',
  'endedAt',
  'isStopped',
  'figures',
  'problem',
)
