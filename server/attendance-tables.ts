import type { ColumnType, Generated } from 'kysely'
import type { AttendanceOrigin } from '#contract/attendances/calls.ts'
import type { AttendanceReport } from './core/webinar-platform/webinar-platform.ts'

// The part of tables.ts that tells who was at a slot.

export interface AttendanceReportsTable {
  attendanceReportId: Generated<number>
  eventSlotId: number
  webinarId: string | null
  origin: AttendanceOrigin
  originName: string
  uploadedBy: string | null
  receivedAt: Date
  sources: ColumnType<AttendanceReport['sources'], string, never>
  file: Buffer | null
  saidHash: Buffer
}

export interface AttendanceVisitsTable {
  attendanceReportId: number
  place: number
  registrantId: string | null
  email: string | null
  name: string
  joinedAt: Date
  leftAt: Date
}

export interface AttendanceAnswersTable {
  attendanceReportId: number
  place: number
  registrantId: string | null
  email: string | null
  question: string
  answer: string
  answeredAt: Date | null
}

export interface AttendanceFetchesTable {
  eventSlotId: number
  wantedAt: Date | null
  askedAt: Date | null
  problem: Generated<string>
  tryAt: Date | null
}
