import type { Generated } from 'kysely'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { columnsOf } from './columns.ts'

// The part of tables.ts that tells what events are made of.

export interface EventsTable {
  eventId: Generated<number>
  eventName: string
  description: Generated<string>
  videoLink: string | null
  venue: string | null
  /** null: as its type is. */
  isInPerson: boolean | null
  /** The lines that are told of it; null: those of its type. */
  facts: string[] | null
  isEnabled: Generated<boolean>
  /** Only administrators see it, until it is enabled for the first time. */
  isDraft: Generated<boolean>
  featuredSponsorId: number | null
  courseNumber: string | null
  createdAt: Generated<Date>
  version: Generated<number>
  /** The event that it is a copy of, and the year that the copy was made for. */
  copiedFrom: number | null
  copiedFor: number | null
  /** Nobody is offered it from then on. */
  deletedAt: Date | null
}

export interface EventSlotsTable {
  eventSlotId: Generated<number>
  eventId: number
  focusId: number
  startOn: PlainDate
  endOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
  webinarId: string | null
  version: Generated<number>
  deletedAt: Date | null
  /** Whether people can register for it while its event is open. */
  isOpen: Generated<boolean>
  /** Counts the changes of its time and place. */
  schedule: Generated<number>
}

export interface SpeakersTable {
  speakerId: Generated<number>
  eventId: number
  logo: string
  companyName: string
  day: 1 | 2
  courseTitle: Generated<string>
  courseDetails: Generated<string>
  presenterName: Generated<string>
  presenterDesignation: Generated<string>
  presenterDetails: Generated<string>
  videoLink: string | null
  website: string | null
  email: string | null
  version: Generated<number>
}

export interface SponsorsTable {
  sponsorId: Generated<number>
  eventId: number
  logo: string
  companyName: string
  description: Generated<string>
  website: string | null
  email: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  version: Generated<number>
}

export const eventColumns = columnsOf<EventsTable>()(
  'eventId',
  'eventName',
  'description',
  'videoLink',
  'venue',
  'isInPerson',
  'facts',
  'isEnabled',
  'isDraft',
  'featuredSponsorId',
  'courseNumber',
  'createdAt',
  'version',
  'copiedFrom',
  'copiedFor',
  'deletedAt',
)

export const slotColumns = columnsOf<EventSlotsTable>()(
  'eventSlotId',
  'eventId',
  'focusId',
  'startOn',
  'endOn',
  'startTime',
  'endTime',
  'webinarId',
  'version',
  'deletedAt',
  'isOpen',
  'schedule',
)

export const speakerColumns = columnsOf<SpeakersTable>()(
  'speakerId',
  'eventId',
  'logo',
  'companyName',
  'day',
  'courseTitle',
  'courseDetails',
  'presenterName',
  'presenterDesignation',
  'presenterDetails',
  'videoLink',
  'website',
  'email',
  'version',
)

export const sponsorColumns = columnsOf<SponsorsTable>()(
  'sponsorId',
  'eventId',
  'logo',
  'companyName',
  'description',
  'website',
  'email',
  'createdAt',
  'updatedAt',
  'version',
)
