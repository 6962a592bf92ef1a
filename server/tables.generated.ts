// Written by `npm run schema` from what the migrations make. Do not edit it.

import type { PlainDate, PlainTime } from "#contract/core/plain-dates.ts";
import type { QuestionFacts } from "#contract/counting/credit-findings/calls.ts";
import type { StoredEvidence, StoredFinding } from "#contract/counting/hours/findings.ts";
import type { Figures } from "#contract/events/credit-rules/figures.ts";
import type { StatedAgenda } from "#contract/events/slots/agendas.ts";
import type { SlotBreak } from "#contract/events/slots/breaks.ts";
import type { Activity } from "#contract/foundation/activities/calls.ts";
import type { DashboardFigures } from "#contract/office/dashboard/calls.ts";
import type { ImportVerdict } from "#contract/office/imports/calls.ts";
import type { ImportField, ImportKind } from "#contract/office/imports/columns.ts";
import type { Profile } from "#contract/people/users/profiles.ts";
import type { SyncFigures } from "#contract/webinars/webinars/calls.ts";
import type { MailedEvent } from "#server/core/mail/mail.ts";
import type { ActivityDetails, BulkTrace, ImportTrace, MergeTrace, RecountDifference, StatedTotal, StoredAction } from "#server/stored-json.ts";
import type { ColumnType, JSONColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface AccountMerges {
  /** Nobody else can use this email while the merge can be undone. */
  absorbedEmail: string;
  absorbedId: string;
  accountMergeId: Generated<number>;
  keptId: string;
  mergedAt: Date;
  mergedBy: string | null;
  /** The data for an undo. */
  trace: JSONColumnType<MergeTrace>;
  undoneAt: Date | null;
}

export interface Activities {
  actedAt: Generated<Date>;
  /** Null: the portal, or somebody who has deleted their account. */
  actedBy: string | null;
  activity: Activity;
  activityId: Generated<number>;
  details: Generated<JSONColumnType<ActivityDetails>>;
  eventId: number | null;
  registrationId: number | null;
  /** The user it is about, if no registration says so. */
  userId: string | null;
}

export interface Administrators {
  /** The first sign-in with the rights of the role. Null: invited only. */
  acceptedAt: Date | null;
  /** Null: the portal at its start, or somebody who has deleted their account. */
  invitedBy: string | null;
  /** A named set of permissions (contract/people/administrators/roles.ts). */
  role: Generated<"administrator" | "viewer" | "exporting-viewer" | "front-desk">;
  signedInAt: Date | null;
  since: Generated<Date>;
  userId: string;
}

export interface ApiKeys {
  apiKeyId: Generated<number>;
  expiresAt: Date;
  /** SHA-256. The key itself is shown once and not stored. */
  keyHash: Buffer;
  /** Written at most once a minute. */
  lastUsedAt: Date | null;
  madeAt: Date;
  name: string;
  /** Networks (CIDR) that it can be used from. Empty: any. */
  networks: Generated<string[]>;
  permissions: string[];
  /** Its first 12 characters, to recognize it. */
  prefix: string;
  revokedAt: Date | null;
  /** The administrator who made it. Their removal deletes it. */
  userId: string;
}

export interface AttendanceAnswers {
  answer: string;
  answeredAt: Date | null;
  /** The Eastern day of an answer without a time, if the report tells it. */
  answeredOn: PlainDate | null;
  attendanceReadingId: number;
  email: string | null;
  flaws: Generated<Json>;
  line: number | null;
  name: Generated<string>;
  /** Counts the answers of one person to one question in a session: 1 is the first. */
  nth: Generated<number>;
  place: number;
  question: string;
  registrantId: string | null;
  /** The id of the session of the webinar in which it was answered. Null: the report does not tell. */
  session: string | null;
  sheet: string | null;
}

export interface AttendanceDecisions {
  /** match: the rows belong to these registrations, or to nobody of ours. state: a registration was there from and to. set-aside: a wait needs nothing, or a report does not count. settle: the reports are final. credit: hours were set, as the credit says. counts, does-not-count: a poll question counts as asked, or not. withdraw: no decision about the subject. */
  act: "match" | "state" | "set-aside" | "settle" | "credit" | "counts" | "does-not-count" | "withdraw";
  attendanceDecisionId: Generated<number>;
  /** For act credit: the hours that it set, of the registration or of another one for the same time. */
  creditId: number | null;
  decidedAt: Generated<Date>;
  decidedBy: string | null;
  eventSlotId: number;
  /** The file that it rests on, such as a signed sheet. */
  file: Buffer | null;
  fileName: Generated<string>;
  fromAt: Date | null;
  reason: string;
  /** For act match: the registrations of the rows; empty for nobody of ours. Else the registration that it is about. */
  registrationIds: Generated<number[]>;
  /** The rows of one person in the reports, a registration, a report, one of its days, or only its visits or answers, a poll question, a wait, or the slot; spelled by contract/attendance/attendance-decisions. */
  subject: string;
  toAt: Date | null;
}

export interface AttendanceFetches {
  /** When the platform last answered. */
  askedAt: Date | null;
  eventSlotId: number;
  problem: Generated<string>;
  /** Not before this time, because a quota is used up. */
  tryAt: Date | null;
  /** When an administrator last asked for the report at once. */
  wantedAt: Date | null;
}

export interface AttendanceReadings {
  /** Counts the answers that count. */
  answers: number;
  attendanceReadingId: Generated<number>;
  attendanceReportId: number;
  /** The Eastern days that the report covers. */
  days: ArrayType<PlainDate>;
  encoding: string;
  /** The kind of report that the reader recognized. */
  format: string;
  kind: "attendance" | "polls" | "sign-in-sheet" | "statement";
  readAt: Generated<Date>;
  /** The version of the readers. It ends in its number. */
  reader: string;
  /** The reason why this version cannot read the report; then it has no rows, and does not count. */
  refused: Generated<string>;
  /** A hash of all rows, in any order. */
  saidHash: Buffer;
  separator: string | null;
  timeZone: string | null;
  /** The minutes that the report states for each person in total: registrantId, email, name, minutes. */
  totals: Generated<JSONColumnType<StatedTotal[]>>;
  /** Counts the visits that count: of attendees and panelists, outside of the waiting room. */
  visits: number;
}

export interface AttendanceReports {
  attendanceReportId: Generated<number>;
  /** The SHA-256 of received_bytes. */
  bytesHash: ColumnType<Buffer | null, never, never> | null;
  eventSlotId: number;
  file: Buffer | null;
  /** The webinar platform's id of the time that the webinar was held; 'door' for check-ins; 'webinar' and its id for fetches of a webinar that the slot had before the upgrade. Reports of one instance are versions of each other. Null: an upload, or fetched by an earlier version. */
  instance: string | null;
  origin: "platform" | "upload" | "door";
  /** The name of the platform or of the file. */
  originName: string;
  receivedAt: Date;
  /** An earlier report whose reading says the same. Its rows are read; this report has no reading. */
  repeatsReportId: number | null;
  /** A hash of the content. Attendance_readings.said_hash is compared. */
  saidHash: Buffer;
  /** Every answer that the report was read from, verbatim, with its address. */
  sources: JSONColumnType<{ address: string; body: string }[]>;
  /** The Eastern day that the sender of a file chose for times without a date. */
  timesOn: PlainDate | null;
  /** The zone that the sender of a file named. */
  timeZone: string | null;
  uploadedBy: string | null;
  /** Null: a list was uploaded for a slot without a webinar. */
  webinarId: string | null;
  /** True: all times of the file are in that zone, whatever the file names. False: only those that name none. */
  zoneWins: Generated<boolean>;
}

export interface AttendanceVisits {
  attendanceReadingId: number;
  email: string | null;
  flaws: Generated<Json>;
  joinedAt: Date | null;
  leftAt: Date | null;
  /** The line of the file, the row of the sheet, or the place in the answer, counted from 1. */
  line: number | null;
  /** Null: not known. */
  medium: "online" | "phone" | "in-person" | null;
  name: string;
  place: number;
  registrantId: string | null;
  role: Generated<"attendee" | "panelist" | "host">;
  sheet: string | null;
  status: Generated<"present" | "waiting" | "absent">;
}

export interface Bounces {
  bouncedAt: Date;
  /** From this time on the address counts as working. */
  clearedAt: Date | null;
  email: string;
  /** In the words of the source. */
  reason: string;
  source: "mail-server" | "provider" | "administrator";
}

export interface Brands {
  /** The color of headers. Empty: the one that came with the portal. */
  bandColor: string;
  brandId: number;
  logoHash: Buffer | null;
  /** The width of the logo divided by its height. */
  logoRatio: number | null;
  /** The color of links and buttons. Empty: the one that came with the portal. */
  mainColor: string;
  /** Empty: the name that came with the portal. */
  portalName: string;
  savedAt: Generated<Date>;
  savedBy: string | null;
}

export interface BulkJobItems {
  bulkJobId: string;
  /** Null: waiting. Otherwise done, unchanged, stopped or the code of a refusal. */
  outcome: string | null;
  /** Counts from 1, in the order of work. */
  place: number;
  registrationId: number | null;
  /** The data for an undo, or the mail that was written. */
  trace: JSONColumnType<BulkTrace>;
}

export interface BulkJobs {
  action: JSONColumnType<StoredAction>;
  askedAt: Date;
  askedBy: string | null;
  bulkJobId: Generated<string>;
  finishedAt: Date | null;
  kind: "credit" | "mail-certificates" | "move" | "delete";
  source: Generated<"administrator" | "csv">;
  stoppedAt: Date | null;
  total: number;
  /** The bulk job that this one takes back. */
  undoes: string | null;
}

export interface Calendars {
  code: string;
  userId: string;
}

export interface CertificateCredentials {
  certificateId: number;
  /** An Open Badges 3.0 credential as a compact JWS. */
  jws: string;
  keyId: string;
}

export interface CertificateMails {
  certificateId: number;
  certificateMailId: Generated<number>;
  mailId: number;
  notes: Generated<string>;
  registrationId: number;
  /** The credit of 0 hours, if the email says that the certificate was withdrawn. */
  withdrawnBy: number | null;
}

export interface Certificates {
  /** The days of its hours, as in credits. Null: issued before days were stored; start_on and end_on are then those of the slot, else the first and last day with hours. */
  byDay: JSONColumnType<{ on: PlainDate; hours: number }[]> | null;
  certificateId: Generated<number>;
  code: string;
  courseNumber: string | null;
  creditId: number;
  endOn: PlainDate;
  eventName: string;
  focusId: number;
  hours: number;
  isInPerson: boolean | null;
  /** Counts the issues of a registration from 1. The link of a registration serves the newest. */
  issue: number;
  issuedAt: Generated<Date>;
  issuedBy: string | null;
  personName: string;
  providerId: number;
  registrationId: number;
  serial: string;
  startOn: PlainDate;
}

export interface CheckInDays {
  /** The Eastern day. */
  dayOn: PlainDate;
  openedAt: Date;
  userId: string;
}

export interface CheckIns {
  act: "in" | "out" | "undo";
  /** The time of the act, by the clock of the portal. */
  checkedAt: Date;
  /** null: they have deleted their account. */
  checkedBy: string | null;
  /** Made by the phone or desk, so that a check-in that is sent twice is stored once. */
  checkInId: string;
  /** The Eastern day. */
  dayOn: PlainDate;
  /** ticket: its QR code was read. search: the person was found in the list. sheet: typed from a sign-in sheet. */
  how: "ticket" | "search" | "walk-in" | "sheet";
  receivedAt: Date;
  registrationId: number;
  undoneId: string | null;
}

export interface Confirmations {
  confirmedAt: Date;
  endOn: PlainDate;
  endTime: PlainTime;
  eventSlotId: number;
  /** Null: written before this was known. */
  isInPerson: boolean | null;
  registrationId: number;
  startOn: PlainDate;
  startTime: PlainTime;
  venue: string | null;
}

export interface CreditCounts {
  creditFindingId: number;
  eventSlotId: number;
  /** The consequence: write, nothing, or the reason why it waits. */
  next: string;
  /** How the person was found, if they are registered for the other slot of the event, or no longer. */
  note: "other-slot" | "canceled" | null;
  registrationId: number;
  /** The people in the reports who were matched with it, and how. */
  subjects: Generated<JSONColumnType<{ subject: string; name: string; by: string }[]>>;
}

export interface CreditFindings {
  countedAt: Generated<Date>;
  creditFindingId: Generated<number>;
  creditRuleId: number;
  /** The slot with most of the hours. The finding is one for the event. */
  eventSlotId: number;
  /** The SHA-256 of the input. */
  evidenceHash: Buffer;
  /** As Finding in contract/ledger/credits, with a code for each hour. */
  finding: JSONColumnType<StoredFinding>;
  hours: number;
  /** Everything that was counted: the agenda, visits, answers, the questions asked, and whether the reports are final. */
  input: JSONColumnType<StoredEvidence>;
  isFinal: boolean;
  /** Minutes of instruction. */
  minutes: number;
  /** The SHA-256 of what the person did, whatever the figures, the agenda, and the settlement. Null: of the rule hours-1. */
  personHash: Buffer | null;
  reason: string;
  registrationId: number;
}

export interface CreditOverlaps {
  /** The later credit. */
  creditId: number;
  creditOverlapId: Generated<number>;
  earlierCreditId: number;
  /** When an administrator ended the alarm, or when the job found that the credits overlap no more. */
  endedAt: Date | null;
  endedBy: string | null;
  namedAt: Date;
}

export interface CreditReviewAnswers {
  answeredAt: Date;
  answeredBy: string | null;
  /** The credit that gave them. */
  creditId: number | null;
  creditReviewId: number;
  /** The hours that were given; null: the hours stay. */
  hours: number | null;
  words: string;
}

export interface CreditReviews {
  askedAt: Date;
  creditReviewId: Generated<number>;
  /** The slot where they were counted when they asked. */
  eventSlotId: number;
  file: Buffer | null;
  fileName: Generated<string>;
  /** The hours that it is about, by their place in the agenda from 1; empty: no hour in particular. */
  hourNumbers: number[];
  registrationId: number;
  /** Empty: the account was deleted. */
  words: string;
}

export interface CreditRosterRows {
  /** As ReportedCredit in contract/counting/credit-rosters. Null: the credit was taken back. */
  content: Json | null;
  creditRosterId: number;
  /** The slot of the registration when it was reported. */
  eventSlotId: number;
  registrationId: number;
}

export interface CreditRosters {
  creditRosterId: Generated<number>;
  reportedAt: Generated<Date>;
  reportedBy: string | null;
}

export interface CreditRules {
  creditRuleId: Generated<number>;
  figures: JSONColumnType<Figures>;
  /** Whether it counts for events in person, or for virtual ones. */
  isInPerson: boolean;
  madeAt: Generated<Date>;
  madeBy: string | null;
  reason: string;
  season: number;
  /** Counted in each season from 1. */
  version: number;
}

export interface Credits {
  /** A release ends what people have set: the rule's newest credit counts again. */
  act: Generated<"set" | "release">;
  /** The hours by the day on which they were earned, as DayHours[] in contract/ledger/credits. Null: from before the rule hours-2. */
  byDay: JSONColumnType<{ on: PlainDate; hours: number }[]> | null;
  /** The finding that gave the hours; for an undone credit, the one that was undone. Null: a person decided. */
  creditFindingId: number | null;
  creditId: Generated<number>;
  decidedAt: Generated<Date>;
  decidedBy: string | null;
  /** False: the administrator chose not to email the person about the correction. */
  mailsCorrection: Generated<boolean>;
  /** Credited time, 60 for each hour; never minutes of instruction. Of a release: what the rule gives. */
  minutes: number;
  /** The hash of what the person did, as in credit_findings: for a credit of the rule, or for the credit that was undone. */
  personHash: Buffer | null;
  reason: Generated<string>;
  registrationId: number;
  /** undo: puts back the hours from before a credit of the rule. redo: takes the last undo back. */
  reversal: "undo" | "redo" | null;
  /** The version of the rule that turned evidence into minutes. Null: a person decided. */
  ruleVersion: string | null;
  source: "administrator" | "csv" | "attendance";
  /** Questions that an inspector would ask about hours by hand: more-than-taught, before-end. */
  unusual: Generated<string[]>;
}

export interface CreditWaits {
  /** The facts to decide by, by kind: visits, hours before and now, or the agenda that an anomaly proposes. */
  about: Generated<JSONColumnType<QuestionFacts>>;
  candidates: Generated<number[]>;
  email: string | null;
  eventSlotId: number;
  kind: string;
  name: Generated<string>;
  registrationId: number | null;
  since: Generated<Date>;
  /** As attendance_decisions.subject. */
  subject: string;
}

export interface Dashboards {
  countedAt: Date;
  figures: JSONColumnType<DashboardFigures>;
  freshUntil: Date;
  season: number;
}

export interface DistinctAccounts {
  decidedAt: Date;
  decidedBy: string | null;
  /** The greater of the two ids, so that a pair is stored once. */
  otherId: string;
  userId: string;
}

export interface EarlierCertificates {
  /** The days of the training, all in one renewal year. */
  days: ArrayType<PlainDate>;
  earlierCertificateId: Generated<number>;
  hours: number;
  issuer: string;
  number: string;
  recordedAt: Date;
  recordedBy: string | null;
  title: string;
  userId: string;
}

export interface EmbedSites {
  addedAt: Generated<Date>;
  addedBy: string | null;
  site: string;
}

export interface EvaluationAnswers {
  /** The name of that speaker when it was answered. */
  about: Generated<string>;
  answer: string;
  evaluationAnswerId: Generated<string>;
  eventQuestionId: number;
  /** The speaker that the question was about. Null: none, or deleted since. */
  speakerId: number | null;
}

export interface EvaluationLinks {
  codeHash: Buffer;
  madeAt: Generated<Date>;
  registrationId: number;
}

export interface Evaluations {
  registrationId: number;
}

export interface EventAnswers {
  answer: string;
  eventQuestionId: number;
  registrationId: number;
}

export interface EventAutomations {
  eventId: number;
  mode: "by-hand" | "propose" | "credit" | "credit-and-mail";
  setAt: Date;
  setBy: string | null;
}

export interface EventQuestions {
  choices: Generated<string[]>;
  eventId: number;
  eventQuestionId: Generated<number>;
  /** Asks only the people of this slot. Null: everybody who registers for the event. */
  eventSlotId: number | null;
  /** In an evaluation, asked once about each speaker. */
  isPerSpeaker: Generated<boolean>;
  isRequired: Generated<boolean>;
  kind: "text" | "choice" | "yes-or-no" | "scale" | "words";
  moment: "registration" | "evaluation";
  place: number;
  /** Not asked since. Removed questions stay while they have answers. */
  removedAt: Date | null;
  wording: string;
}

export interface Events {
  copiedFor: number | null;
  /** The event that this one was copied from, for the year in copied_for. */
  copiedFrom: number | null;
  /** The number under which the FAA accepted the course. */
  courseNumber: string | null;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  /** A JSON text with eventLogoLink, as the wire carries it. */
  description: Generated<string>;
  eventId: Generated<number>;
  eventName: string;
  /** The lines that details and emails show. Null: the lines of the event's type. */
  facts: string[] | null;
  featuredSponsorId: number | null;
  /** Only administrators see the event until it is enabled for the first time. */
  isDraft: Generated<boolean>;
  isEnabled: Generated<boolean>;
  /** Null: as the event's type says. */
  isInPerson: boolean | null;
  /** The place of an event in person. Null: virtual. */
  venue: string | null;
  version: Generated<number>;
  videoLink: string | null;
}

export interface EventSlots {
  /** As SlotBreak in contract/events/slots, in order: Eastern, on each day of the slot. */
  breaks: Generated<JSONColumnType<SlotBreak[]>>;
  /** The number of seats. Null: no limit. */
  capacity: number | null;
  deletedAt: Date | null;
  endOn: PlainDate;
  endTime: PlainTime;
  eventId: number;
  eventSlotId: Generated<number>;
  focusId: number;
  /** Whether people can register for the slot while its event is open. */
  isOpen: Generated<boolean>;
  /** Counts the changes of time and place, so that people are told of each once. */
  schedule: Generated<number>;
  startOn: PlainDate;
  startTime: PlainTime;
  version: Generated<number>;
  webinarId: string | null;
}

export interface Files {
  bytes: Buffer;
  contentType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  createdAt: Generated<Date>;
  fileHash: Buffer;
  /** The same picture, narrower. */
  smallerHash: Buffer | null;
}

export interface Focuses {
  focusId: number;
  focusName: string;
}

export interface IdentityAddresses {
  addressHash: Buffer;
  seenAt: Date;
  /** The Firebase account whose older passwords were removed after its owner proved the mailbox. */
  settledSubject: string | null;
  /** A new password, or deleting the address, voids what was proven before this time. */
  validFrom: Date | null;
}

export interface IdentityCodes {
  askedAt: Generated<Date>;
  /** SHA-256 of the 32 random bytes in the link. */
  codeHash: Buffer;
  /** SHA-256 of the address and 8 digits, for signing in on another device. Null: no digits were mailed. */
  digitsHash: Buffer | null;
  digitsTries: Generated<number>;
  email: string;
  /** The time slot to which the link leads. Null: to none. */
  eventSlotId: number | null;
  expiresAt: Date;
  /** The mail that brings the code, and ends it some time after it has left; expires_at ends it in any case. Null: the code came otherwise, or an earlier version made it. */
  mailId: number | null;
  /** The profile that was typed when the link was requested, for at most an hour. The answer to the link has it. Null: none. */
  profile: JSONColumnType<Profile> | null;
  purpose: "sign-in" | "reset-password";
}

export interface IdentityKeys {
  createdAt: Generated<Date>;
  keyId: string;
  privateJwk: JSONColumnType<object>;
}

export interface IdentityRefreshTokens {
  addressHash: Buffer;
  /** SHA-256 of the portal's own ID token without its signature. */
  proofHash: Buffer;
  provenAt: Date;
  refreshToken: string;
  renewedAt: Date;
}

export interface IdentitySubjects {
  email: string;
  /** argon2id as PHC text. Null: the person signs in by link only. */
  passwordHash: string | null;
  subject: Generated<string>;
  /** A new password voids what was proven before this time. */
  validFrom: Date | null;
}

export interface IdentityWrongDigits {
  email: string;
  since: Date;
  tries: number;
}

export interface ImportRows {
  cells: string[];
  /** The emails in the cells, also in pasted texts. */
  emails: Generated<string[]>;
  importId: string;
  /** In the file, counted from 1. */
  line: number;
  /** Null: not written yet. */
  outcome: ImportVerdict | null | null;
  place: number;
  /** The facts for an undo, as ImportTrace in server/stored-json.ts. */
  trace: Generated<JSONColumnType<ImportTrace>>;
  /** Null: no undo has reached it. False: it had changed since, so the undo left it. */
  undone: boolean | null;
  userId: string | null;
  why: Generated<string>;
}

export interface Imports {
  /** The field of each heading, or null. */
  columns: JSONColumnType<(ImportField | null)[]>;
  fileName: string;
  finishedAt: Date | null;
  headings: string[];
  importId: Generated<string>;
  /** An administrator chose these columns. Later files with the same headings are read alike. */
  isPreviewed: Generated<boolean>;
  kind: ImportKind;
  mailsConfirmations: Generated<boolean>;
  /** Null: nothing of the file was written. */
  startedAt: Date | null;
  startedBy: string | null;
  /** The rows of the file. They are deleted after a fixed time. */
  total: number;
  undoneAt: Date | null;
  undoneBy: string | null;
  undoStartedAt: Date | null;
  uploadedAt: Date;
  uploadedBy: string | null;
}

export interface JoinOpenings {
  openedAt: Date;
  registrationId: number;
  webinarId: string;
}

export interface MailAttachments {
  content: Buffer;
  contentType: string;
  filename: string;
  mailId: number;
  /** Counts from 1, in the order shown. */
  place: number;
}

export interface MailAttempts {
  attemptedAt: Generated<Date>;
  mailId: number;
  /** Null: the transport accepted the mail. */
  problem: string | null;
}

export interface MailingConsents {
  answeredAt: Generated<Date>;
  /** The administrator who answered for the person. Null: the person. */
  answeredBy: string | null;
  eventId: number | null;
  eventName: string | null;
  isGiven: boolean;
  mailingConsentId: Generated<number>;
  textShown: string;
  userId: string;
}

export interface Mails {
  /** Counts the claims. Only the newest claim may send the mail and settle it. */
  attempts: Generated<number>;
  /** The reason for the mail. The same cause writes no second mail, however often its job runs. */
  cause: string;
  createdAt: Generated<Date>;
  /** The event, slot and email of the registrant, for the HTTP mail service. */
  event: JSONColumnType<MailedEvent> | null;
  /** A mail that has not left by this time is useless and is given up. */
  expiresAt: Date | null;
  /** When the mail is deleted. Null: kept as long as any mail. */
  forgetAt: Date | null;
  html: Generated<string>;
  /** Sent before other urgent mails: a sign-in link of a known person. */
  isFirst: Generated<boolean>;
  /** While sending: the receiver may already have the mail. If false, it certainly has not left. */
  isLeaving: Generated<boolean>;
  /** A secret mail carries a sign-in code. Its body is emptied after it is sent. */
  isSecret: Generated<boolean>;
  /** The portal retried the mail itself because nobody knew whether the first try had arrived. */
  isSentAgain: Generated<boolean>;
  /** Sent before mails that are not urgent. */
  isUrgent: Generated<boolean>;
  /** While sending: the end of the lease. After it, the process that claimed the mail counts as dead. */
  leasedUntil: Date | null;
  /** When the mail last left for the mail server. The life of a sign-in link begins then. */
  leftAt: Date | null;
  mailId: Generated<number>;
  /** Among urgent mails that are not first, those with a lower rank leave first. A link for a newcomer has a higher one, the more newcomers its network has named. */
  rank: Generated<number>;
  /** The registration that the mail is about. */
  registrationId: number | null;
  replyTo: string | null;
  /** For a secret mail: how long its code works after it has left. Null: until expires_at. */
  secondsValid: number | null;
  sentAt: Date | null;
  /** failed: will be retried. unknown: the mail may have left, but the answer was lost, so it is not retried automatically. */
  status: Generated<"queued" | "sending" | "sent" | "failed" | "given-up" | "unknown">;
  subject: string;
  text: Generated<string>;
  toAddress: string;
  /** The address behind the unsubscribe button of a mail program (RFC 8058). Null: no button. */
  unsubscribeUrl: string | null;
  /** When the mail was written, or when somebody last asked for a retry. */
  waitsSince: Generated<Date>;
}

export interface MailTexts {
  html: string;
  mailId: number;
  text: string;
}

export interface MakeUps {
  /** Given up, or the slot was deleted. Null: it counts as long as the registration is not canceled. */
  endedAt: Date | null;
  eventSlotId: number;
  madeAt: Date;
  makeUpId: Generated<number>;
  registrationId: number;
}

export interface MessageRecipients {
  mailId: number | null;
  messageId: number;
  /** Null: waiting. Otherwise written, or the reason why the person is left out. */
  outcome: string | null;
  place: number;
  /** The registration that it is about. Null in news. */
  registrationId: number | null;
  /** Null: the account was deleted. */
  userId: string | null;
}

export interface Messages {
  /** Null: a job still writes emails. */
  finishedAt: Date | null;
  /** Formatted text with placeholders. */
  html: string;
  kind: "registration" | "news";
  leftOut: number;
  messageId: Generated<number>;
  /** How many people get it, as of the start. */
  people: number;
  startedAt: Date;
  startedBy: string | null;
  /** Chosen by the caller: the same key starts a message once. */
  startKey: string;
  stoppedAt: Date | null;
  subject: string;
}

export interface PasskeyChallenges {
  challengeHash: Buffer;
  expiresAt: Date;
  purpose: "sign-in" | "add" | "add-factor" | "prove";
  /** Null: anybody who signs in. */
  userId: string | null;
}

export interface Passkeys {
  addedAt: Date;
  counter: number;
  /** Base64url, as WebAuthn writes it. */
  credentialId: string;
  /** The administrator whose second factor it is. Null: a passkey for signing in. */
  factorOf: string | null;
  lastUsedAt: Date | null;
  name: string;
  passkeyId: Generated<number>;
  publicKey: Buffer;
  transports: string[];
  userId: string;
}

export interface PlatformIdentities {
  /** In lower case, as the webinar platform was told. Null: the person has deleted their account. */
  email: string | null;
  /** Null: cannot join, because they were removed, or wait for approval. */
  joinUrl: string | null;
  platformIdentityId: Generated<number>;
  /** The webinar platform's id of the person. Null: not known, only in rows from before identities were kept. */
  registrantId: string | null;
  registrationId: number;
  since: Generated<Date>;
  webinarId: string;
}

export interface PollCodeAnswers {
  answeredAt: Date;
  pollCodeId: number;
  registrationId: number;
}

export interface PollCodes {
  closesAt: Date;
  /** Unique among the codes whose minutes are not over; a lock keeps that. */
  code: string;
  eventSlotId: number;
  madeAt: Generated<Date>;
  madeBy: string | null;
  opensAt: Date;
  pollCodeId: Generated<number>;
  /** The label of the question, like Poll 3. */
  question: string;
  /** Nobody needs it since then. Answers that people gave with it still count. */
  withdrawnAt: Date | null;
}

export interface PollCodeTries {
  since: Date;
  tries: number;
  userId: string;
}

export interface Providers {
  /** Null: the events mailbox of the configuration. */
  contact: string | null;
  /** On the last lines of news, which must name one (CAN-SPAM Act); empty: no news is sent. */
  postalAddress: Generated<string>;
  providerId: number;
  providerName: string;
  /** Null: the version that came with the portal. */
  savedAt: Date | null;
  savedBy: string | null;
  signatoryName: string;
  signatoryTitle: string;
  /** Deflated bytes of red, green and blue. */
  signatureColors: Buffer | null;
  /** The picture of the signature. Other columns have it as a PDF carries it. */
  signatureHash: Buffer | null;
  signatureHeight: number | null;
  /** One deflated byte for each pixel. Null: opaque. */
  signatureOpacity: Buffer | null;
  signatureWidth: number | null;
}

export interface RecoveryCodes {
  codeHash: Buffer;
  userId: string;
}

export interface RegistrationChanges {
  changedIn: Generated<string>;
  registrationId: number;
}

export interface RegistrationCounts {
  eventSlotId: number;
  registrations: number;
  shard: number;
}

export interface Registrations {
  cancelledAt: Date | null;
  /** Kept by the database: 128 random bits in the link of the current certificate. */
  certificateCode: string | null;
  /** Kept by the database: the days of the standing credit. */
  creditedDays: ColumnType<{ on: PlainDate; hours: number }[] | null, never, never> | null;
  eventId: number;
  eventSlotId: number;
  /** Kept by the database: the hours of the standing credit. */
  hours: ColumnType<number, never, never>;
  /** Part of the portal's own join link. It is always read together with the registration id. */
  joinCode: Generated<string>;
  /** Counts the moves to another slot, so that each is confirmed once. */
  moves: Generated<number>;
  registeredAt: Generated<Date>;
  registrationId: Generated<number>;
  /** Null: the person has deleted their account. */
  userId: string | null;
  /** Counts what administrators decided about the registration. */
  version: Generated<number>;
}

export interface RememberedDevices {
  device: string;
  expiresAt: Date;
  lastUsedAt: Date;
  rememberedAt: Date;
  rememberedDeviceId: Generated<number>;
  tokenHash: Buffer;
  userId: string;
}

export interface Reminders {
  dayOn: PlainDate;
  eventSlotId: number;
  kind: "week-before" | "day-before" | "hour-before";
  mailId: number;
  registrationId: number;
}

export interface RenewalReminders {
  /** The slot that was missed, or the renewal year. */
  about: number;
  kind: "missed" | "hours-missing";
  mailId: number;
  userId: string;
}

export interface SecondFactorOffers {
  appSecret: string;
  expiresAt: Date;
  userId: string;
}

export interface SecondFactorProofs {
  provenAt: Date;
  tokenHash: Buffer;
}

export interface SecondFactors {
  /** The base32 secret of the authenticator app. Null: passkeys only. */
  appSecret: string | null;
  /** The time step of the newest code that was used. That code and older ones are refused. */
  appStep: number | null;
  switchedOnAt: Date;
  triesSince: Date | null;
  userId: string;
  /** Wrong codes within a day. */
  wrongTries: Generated<number>;
}

export interface Sessions {
  /** A session that began by link has no administrator rights. */
  beganBy: Generated<"link" | "password" | "passkey" | "single-sign-on">;
  createdAt: Generated<Date>;
  /** Browser and system in plain words. Empty if unknown. */
  device: Generated<string>;
  expiresAt: Date;
  lastSeenAt: Generated<Date>;
  /** SHA-256 of the ID token without its signature. */
  proofHash: Buffer | null;
  /** When the person last proved again who they are. Null: not since the session began. */
  provenAt: Date | null;
  provenBy: "link" | "password" | "single-sign-on" | null;
  /** The proof after the password. Null: none. */
  secondStep: "app" | "passkey" | "recovery-code" | "device" | null;
  /** SHA-256 of the opaque token. The server stores the token itself nowhere. */
  tokenHash: Buffer;
  userId: string;
}

export interface SigningKeys {
  createdAt: Date;
  keyId: string;
  privateJwk: JSONColumnType<object>;
}

export interface SignInSheets {
  eventSlotId: number;
  file: Buffer;
  fileName: string;
  sha256: Generated<Buffer>;
  signInSheetId: Generated<number>;
  uploadedAt: Date;
  /** null: they have deleted their account. */
  uploadedBy: string | null;
}

export interface SingleSignOns {
  /** When the provider last confirmed the account. */
  checkedAt: Date;
  /** When a process began to check it. Null: not since. */
  claimedAt: Date | null;
  issuer: string;
  /** Encrypted by a key from OIDC_CLIENT_SECRET. Only the newest one works. */
  refreshToken: string;
  /** The person at the provider. */
  subject: string;
  tokenHash: Buffer;
}

export interface SlotAgendas {
  eventSlotId: number;
  /** As StatedAgenda in contract/events/slots. Null: as planned again. */
  hours: JSONColumnType<StatedAgenda> | null | null;
  reason: string;
  slotAgendaId: Generated<number>;
  statedAt: Generated<Date>;
  statedBy: string | null;
}

export interface SlotCounts {
  countedAt: Date;
  creditRuleId: number;
  eventSlotId: number;
  /** Whether the reports were final: a day after the slot, or when somebody said so. */
  isSettled: boolean;
  slotAgendaId: number | null;
}

export interface SlotRecounts {
  /** Everybody whose stored finding is another one, with the hours of both; empty: all are equal. */
  differences: JSONColumnType<RecountDifference[]>;
  eventSlotId: number;
  people: number;
  recountedAt: Date;
  /** When an administrator ended the alarm about the differences. */
  seenAt: Date | null;
  seenBy: string | null;
  slotRecountId: Generated<number>;
}

export interface Speakers {
  companyName: string;
  courseDetails: Generated<string>;
  courseTitle: Generated<string>;
  day: 1 | 2;
  email: string | null;
  eventId: number;
  logo: string;
  presenterDesignation: Generated<string>;
  presenterDetails: Generated<string>;
  presenterName: Generated<string>;
  speakerId: Generated<number>;
  version: Generated<number>;
  videoLink: string | null;
  website: string | null;
}

export interface SpentProofs {
  proofHash: Buffer;
  spentAt: Date;
}

export interface Sponsors {
  companyName: string;
  createdAt: Generated<Date>;
  description: Generated<string>;
  email: string | null;
  eventId: number;
  logo: string;
  sponsorId: Generated<number>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  website: string | null;
}

export interface StaffNotices {
  eventId: number;
  toldAt: Date;
  userId: string;
}

export interface TicketKeys {
  createdAt: Date;
  keyId: Generated<number>;
  privateJwk: Json;
  publicJwk: Json;
}

export interface Tickets {
  number: number;
  registrationId: number;
  replacedAt: Date;
}

export interface UserChanges {
  changedIn: Generated<string>;
  userId: string;
}

export interface UserEmailChanges {
  /** SHA-256 of the 32 random bytes in the link that confirms the change, and later in the link that undoes it. */
  codeHash: Buffer;
  expiresAt: Date;
  newEmail: string;
  /** Null: requested only. Otherwise the email before the change, reserved until the change cannot be undone. */
  oldEmail: string | null;
  /** Counts up for each user: an undo also takes back later changes. */
  userEmailChangeId: Generated<number>;
  userId: string;
}

export interface UserIdentities {
  issuer: string;
  subject: string;
  userId: string;
}

export interface Users {
  aopaNumber: string | null;
  aopaSkipped: Generated<boolean>;
  companyName: Generated<string>;
  country: Generated<string>;
  email: string;
  /** The email of their FAASafety.gov account; empty if it is the email above. */
  faaSafetyEmail: Generated<string>;
  firstName: Generated<string>;
  /** Null: never asked. */
  hasGivenMailingConsent: boolean | null;
  hasReminders: Generated<boolean>;
  isAopMember: Generated<"YES" | "NO" | "NO_INPUT">;
  lastName: Generated<string>;
  mailingConsentAt: Date | null;
  mailingConsentEventName: string | null;
  /** The account that this one was merged into. A merged account holds nothing and cannot sign in. */
  mergedInto: string | null;
  nbaaNumber: string | null;
  nbaaSkipped: Generated<boolean>;
  /** Dial code, two vertical bars, digits. Empty if none was given. */
  phone: Generated<string>;
  /** The name on certificates, if it is another one than first and last name. Empty: those. */
  printedName: Generated<string>;
  registeredAt: Generated<Date>;
  /** 244 random bits that stop the reminders, or the news, without a session. */
  reminderCode: Generated<string>;
  role: Generated<"user" | "admin">;
  /** The text that searches read. */
  searchText: ColumnType<string, never, never>;
  state: Generated<string>;
  /** The letters of the name on certificates that no font has. Certificates wait while there are any. */
  unprintableLetters: Generated<string>;
  userId: Generated<string>;
  vaiNumber: string | null;
  vaiSkipped: Generated<boolean>;
  /** Counts the changes of the profile. */
  version: Generated<number>;
  zip: Generated<string>;
}

export interface WaitlistEntries {
  /** The secret in the link of the offer. */
  code: Generated<string>;
  eventSlotId: number;
  joinedAt: Date;
  offeredAt: Date | null;
  offeredUntil: Date | null;
  state: Generated<"waiting" | "offered" | "taken" | "expired" | "left">;
  /** The order of those who wait, smallest first; an administrator can change it. */
  turn: number;
  userId: string;
  waitlistEntryId: Generated<number>;
}

export interface WebhookAttempts {
  /** The beginning of the receiver's answer. */
  answer: Generated<string>;
  attemptId: Generated<number>;
  deliveryId: number;
  milliseconds: number;
  problem: Generated<string>;
  signature: string;
  /** Null: no answer. problem says why. */
  status: number | null;
  triedAt: Date;
}

export interface WebhookDeliveries {
  activityId: number | null;
  attempts: Generated<number>;
  /** The text that is sent, from the first try on. Null before, and once it is evicted. */
  body: string | null;
  deliveryId: Generated<number>;
  /** The next try. Null: now. */
  dueAt: Date | null;
  firstTriedAt: Date | null;
  happenedAt: Date;
  /** The person deleted their account. What is sent from then on does not name them. */
  isEvicted: Generated<boolean>;
  /** Deliveries of one lane arrive in order: those of a registration, else of a person. */
  lane: Generated<string>;
  /** The id by which the receiver knows a repetition. A restored database does not repeat it for another event. */
  messageId: Generated<string>;
  registrationId: number | null;
  state: Generated<"waiting" | "delivered" | "failed">;
  type: string;
  /** The person, so that their data can be evicted. No foreign key, as webhook_id. */
  userId: string | null;
  /** No foreign key: a registration that writes a delivery must not wait for a change of the webhook. Rows of a deleted one go with it, late ones with the retention. */
  webhookId: number;
}

export interface Webhooks {
  addedAt: Date;
  /** The event types that it gets, as webhookEvents in contract/office/webhooks. */
  events: string[];
  /** The rounds of deliveries since the last success. They decide how long the webhook rests. */
  failedRounds: Generated<number>;
  /** The first failure since the last success. Three days later, the webhook is turned off. */
  failingSince: Date | null;
  isOn: Generated<boolean>;
  /** standard: JSON by the Standard Webhooks specification. slack and teams: a message by the template. */
  kind: "standard" | "slack" | "teams";
  /** The run that delivers. A run that dies loses it at leased_until. */
  lease: string | null;
  leasedUntil: Date | null;
  name: string;
  offReason: "by-hand" | "gone" | "failing" | null;
  /** Signs beside the new one until old_secret_until, while the receiver changes. */
  oldSecret: string | null;
  oldSecretUntil: Date | null;
  /** The permissions that decide what its events may contain. */
  permissions: string[];
  restsUntil: Date | null;
  /** Signs each request, so it is stored as it is. The receiver has it, too. */
  secret: string;
  template: Generated<string>;
  url: string;
  webhookId: Generated<number>;
}

export interface WebinarComparisons {
  /** Requested and not done yet. */
  askedAt: Date | null;
  /** Null: never compared. */
  comparedAt: Date | null;
  eventSlotId: number;
  peopleHere: Generated<number>;
  peopleThere: Generated<number>;
  problem: Generated<string>;
  /** Somebody asked to write the portal's time to the platform, and it is not done yet. */
  timeAskedAt: Date | null;
  timeProblem: Generated<string>;
  /** When the platform holds the webinar: a list of {startsAt, endsAt}. Null: not asked yet. */
  timesThere: JSONColumnType<{ startsAt: string; endsAt: string }[]> | null;
  webinarId: string | null;
}

export interface WebinarDifferences {
  email: string;
  eventSlotId: number;
  kind: "only-here" | "only-there" | "different";
  name: string;
  problem: Generated<string>;
  registrantId: string | null;
  registrationId: number | null;
  repairAskedAt: Date | null;
  webinarDifferenceId: Generated<number>;
  words: string;
}

export interface WebinarRegistrants {
  /** Counts the claims. Only the newest claim may note what the platform said. */
  attempts: Generated<number>;
  /** In lower case, as the platform was told. */
  email: string;
  /** The platform was asked and may have done it, so it is checked before it is asked again. */
  isAsked: Generated<boolean>;
  joinUrl: string | null;
  /** The platform says that the person is registered although its list did not have them. They are not added again. */
  knownAt: Date | null;
  leasedUntil: Date | null;
  outcome: "added" | "matched" | "removed" | "refused" | "deferred" | null;
  /** The webinar platform's words for a refusal or a delay. */
  problem: Generated<string>;
  registrantId: string | null;
  registrationId: number;
  /** wanted: add. unwanted, delinking: remove. pending: a host has to approve. deferred: not before try_at. delinked: removed until the next sync. */
  state: "wanted" | "registered" | "pending" | "refused" | "deferred" | "unwanted" | "delinking" | "delinked";
  /** Kept by the database. */
  stateSince: Generated<Date>;
  tryAt: Date | null;
  webinarId: string;
  /** The last sync or delink that included it, with its result in outcome. */
  webinarSyncId: string | null;
}

export interface WebinarRoomRegistrants {
  email: string;
  firstName: string;
  lastName: string;
  registeredAt: Generated<Date>;
  registrantId: Generated<string>;
  /** Removed from the room since then. The row stays, because its visits are evidence. */
  removedAt: Date | null;
  /** The secret of the link into the room. Null: the registrant id, in a link that an earlier version made. */
  seatCode: string | null;
  webinarId: string;
}

export interface WebinarRoomVisits {
  joinedAt: Date;
  leftAt: Date;
  registrantId: string;
  webinarRoomVisitId: Generated<number>;
}

export interface WebinarSyncs {
  endedAt: Date | null;
  eventSlotId: number;
  /** The result when it ended. Null: count the registrants. */
  figures: JSONColumnType<SyncFigures> | null;
  /** It ended early, for the reason in problem. */
  isStopped: Generated<boolean>;
  kind: "sync" | "delink";
  problem: Generated<string>;
  startedAt: Date;
  startedBy: string | null;
  usesEmailAsName: Generated<boolean>;
  webinarId: string;
  webinarSyncId: Generated<string>;
}

export interface Tables {
  accountMerges: AccountMerges;
  activities: Activities;
  administrators: Administrators;
  apiKeys: ApiKeys;
  attendanceAnswers: AttendanceAnswers;
  attendanceDecisions: AttendanceDecisions;
  attendanceFetches: AttendanceFetches;
  attendanceReadings: AttendanceReadings;
  attendanceReports: AttendanceReports;
  attendanceVisits: AttendanceVisits;
  bounces: Bounces;
  brands: Brands;
  bulkJobItems: BulkJobItems;
  bulkJobs: BulkJobs;
  calendars: Calendars;
  certificateCredentials: CertificateCredentials;
  certificateMails: CertificateMails;
  certificates: Certificates;
  checkInDays: CheckInDays;
  checkIns: CheckIns;
  confirmations: Confirmations;
  creditCounts: CreditCounts;
  creditFindings: CreditFindings;
  creditOverlaps: CreditOverlaps;
  creditReviewAnswers: CreditReviewAnswers;
  creditReviews: CreditReviews;
  creditRosterRows: CreditRosterRows;
  creditRosters: CreditRosters;
  creditRules: CreditRules;
  credits: Credits;
  creditWaits: CreditWaits;
  dashboards: Dashboards;
  distinctAccounts: DistinctAccounts;
  earlierCertificates: EarlierCertificates;
  embedSites: EmbedSites;
  evaluationAnswers: EvaluationAnswers;
  evaluationLinks: EvaluationLinks;
  evaluations: Evaluations;
  eventAnswers: EventAnswers;
  eventAutomations: EventAutomations;
  eventQuestions: EventQuestions;
  events: Events;
  eventSlots: EventSlots;
  files: Files;
  focuses: Focuses;
  identityAddresses: IdentityAddresses;
  identityCodes: IdentityCodes;
  identityKeys: IdentityKeys;
  identityRefreshTokens: IdentityRefreshTokens;
  identitySubjects: IdentitySubjects;
  identityWrongDigits: IdentityWrongDigits;
  importRows: ImportRows;
  imports: Imports;
  joinOpenings: JoinOpenings;
  mailAttachments: MailAttachments;
  mailAttempts: MailAttempts;
  mailingConsents: MailingConsents;
  mails: Mails;
  mailTexts: MailTexts;
  makeUps: MakeUps;
  messageRecipients: MessageRecipients;
  messages: Messages;
  passkeyChallenges: PasskeyChallenges;
  passkeys: Passkeys;
  platformIdentities: PlatformIdentities;
  pollCodeAnswers: PollCodeAnswers;
  pollCodes: PollCodes;
  pollCodeTries: PollCodeTries;
  providers: Providers;
  recoveryCodes: RecoveryCodes;
  registrationChanges: RegistrationChanges;
  registrationCounts: RegistrationCounts;
  registrations: Registrations;
  rememberedDevices: RememberedDevices;
  reminders: Reminders;
  renewalReminders: RenewalReminders;
  secondFactorOffers: SecondFactorOffers;
  secondFactorProofs: SecondFactorProofs;
  secondFactors: SecondFactors;
  sessions: Sessions;
  signingKeys: SigningKeys;
  signInSheets: SignInSheets;
  singleSignOns: SingleSignOns;
  slotAgendas: SlotAgendas;
  slotCounts: SlotCounts;
  slotRecounts: SlotRecounts;
  speakers: Speakers;
  spentProofs: SpentProofs;
  sponsors: Sponsors;
  staffNotices: StaffNotices;
  ticketKeys: TicketKeys;
  tickets: Tickets;
  userChanges: UserChanges;
  userEmailChanges: UserEmailChanges;
  userIdentities: UserIdentities;
  users: Users;
  waitlistEntries: WaitlistEntries;
  webhookAttempts: WebhookAttempts;
  webhookDeliveries: WebhookDeliveries;
  webhooks: Webhooks;
  webinarComparisons: WebinarComparisons;
  webinarDifferences: WebinarDifferences;
  webinarRegistrants: WebinarRegistrants;
  webinarRoomRegistrants: WebinarRoomRegistrants;
  webinarRoomVisits: WebinarRoomVisits;
  webinarSyncs: WebinarSyncs;
}

/** Every column of each table, for queries that read whole rows: a prepared `select *` fails after a migration. */
export const columns = {
  accountMerges: ['accountMergeId', 'keptId', 'absorbedId', 'absorbedEmail', 'mergedAt', 'mergedBy', 'undoneAt', 'trace'],
  activities: ['activityId', 'registrationId', 'activity', 'actedBy', 'details', 'actedAt', 'userId', 'eventId'],
  administrators: ['userId', 'since', 'invitedBy', 'acceptedAt', 'signedInAt', 'role'],
  apiKeys: ['apiKeyId', 'userId', 'name', 'prefix', 'keyHash', 'permissions', 'networks', 'madeAt', 'expiresAt', 'revokedAt', 'lastUsedAt'],
  attendanceAnswers: ['place', 'registrantId', 'email', 'question', 'answer', 'answeredAt', 'attendanceReadingId', 'name', 'answeredOn', 'line', 'sheet', 'flaws', 'session', 'nth'],
  attendanceDecisions: ['attendanceDecisionId', 'eventSlotId', 'act', 'subject', 'registrationIds', 'fromAt', 'toAt', 'reason', 'file', 'fileName', 'decidedBy', 'decidedAt', 'creditId'],
  attendanceFetches: ['eventSlotId', 'wantedAt', 'askedAt', 'problem', 'tryAt'],
  attendanceReadings: ['attendanceReadingId', 'attendanceReportId', 'reader', 'kind', 'format', 'encoding', 'separator', 'timeZone', 'days', 'visits', 'answers', 'saidHash', 'refused', 'readAt', 'totals'],
  attendanceReports: ['attendanceReportId', 'eventSlotId', 'webinarId', 'origin', 'originName', 'uploadedBy', 'receivedAt', 'sources', 'file', 'saidHash', 'bytesHash', 'timeZone', 'repeatsReportId', 'zoneWins', 'timesOn', 'instance'],
  attendanceVisits: ['place', 'registrantId', 'email', 'name', 'joinedAt', 'leftAt', 'attendanceReadingId', 'role', 'medium', 'status', 'line', 'sheet', 'flaws'],
  bounces: ['email', 'reason', 'source', 'bouncedAt', 'clearedAt'],
  brands: ['brandId', 'portalName', 'logoHash', 'logoRatio', 'mainColor', 'bandColor', 'savedAt', 'savedBy'],
  bulkJobItems: ['bulkJobId', 'place', 'registrationId', 'outcome', 'trace'],
  bulkJobs: ['bulkJobId', 'kind', 'action', 'source', 'undoes', 'askedBy', 'askedAt', 'stoppedAt', 'finishedAt', 'total'],
  calendars: ['userId', 'code'],
  certificateCredentials: ['certificateId', 'keyId', 'jws'],
  certificateMails: ['certificateMailId', 'registrationId', 'certificateId', 'mailId', 'notes', 'withdrawnBy'],
  certificates: ['certificateId', 'registrationId', 'issue', 'serial', 'personName', 'eventName', 'focusId', 'startOn', 'endOn', 'hours', 'issuedAt', 'issuedBy', 'code', 'creditId', 'providerId', 'courseNumber', 'isInPerson', 'byDay'],
  checkInDays: ['userId', 'dayOn', 'openedAt'],
  checkIns: ['checkInId', 'registrationId', 'dayOn', 'act', 'undoneId', 'checkedAt', 'how', 'checkedBy', 'receivedAt'],
  confirmations: ['registrationId', 'eventSlotId', 'confirmedAt', 'startOn', 'endOn', 'startTime', 'endTime', 'venue', 'isInPerson'],
  creditCounts: ['registrationId', 'eventSlotId', 'creditFindingId', 'note', 'subjects', 'next'],
  creditFindings: ['creditFindingId', 'registrationId', 'eventSlotId', 'creditRuleId', 'evidenceHash', 'hours', 'minutes', 'reason', 'isFinal', 'finding', 'input', 'countedAt', 'personHash'],
  creditOverlaps: ['creditOverlapId', 'creditId', 'earlierCreditId', 'namedAt', 'endedAt', 'endedBy'],
  creditReviewAnswers: ['creditReviewId', 'hours', 'creditId', 'words', 'answeredBy', 'answeredAt'],
  creditReviews: ['creditReviewId', 'registrationId', 'eventSlotId', 'hourNumbers', 'words', 'file', 'fileName', 'askedAt'],
  creditRosterRows: ['creditRosterId', 'registrationId', 'eventSlotId', 'content'],
  creditRosters: ['creditRosterId', 'reportedBy', 'reportedAt'],
  creditRules: ['creditRuleId', 'season', 'version', 'isInPerson', 'figures', 'reason', 'madeBy', 'madeAt'],
  creditWaits: ['eventSlotId', 'kind', 'subject', 'registrationId', 'candidates', 'name', 'email', 'about', 'since'],
  credits: ['creditId', 'registrationId', 'minutes', 'source', 'ruleVersion', 'reason', 'decidedBy', 'decidedAt', 'mailsCorrection', 'act', 'creditFindingId', 'byDay', 'reversal', 'personHash', 'unusual'],
  dashboards: ['season', 'figures', 'countedAt', 'freshUntil'],
  distinctAccounts: ['userId', 'otherId', 'decidedBy', 'decidedAt'],
  earlierCertificates: ['earlierCertificateId', 'userId', 'number', 'issuer', 'title', 'days', 'hours', 'recordedBy', 'recordedAt'],
  embedSites: ['site', 'addedAt', 'addedBy'],
  evaluationAnswers: ['evaluationAnswerId', 'eventQuestionId', 'speakerId', 'about', 'answer'],
  evaluationLinks: ['codeHash', 'registrationId', 'madeAt'],
  evaluations: ['registrationId'],
  eventAnswers: ['registrationId', 'eventQuestionId', 'answer'],
  eventAutomations: ['eventId', 'mode', 'setBy', 'setAt'],
  eventQuestions: ['eventQuestionId', 'eventId', 'eventSlotId', 'moment', 'place', 'wording', 'kind', 'choices', 'isRequired', 'isPerSpeaker', 'removedAt'],
  eventSlots: ['eventSlotId', 'eventId', 'focusId', 'startOn', 'endOn', 'startTime', 'endTime', 'webinarId', 'version', 'deletedAt', 'schedule', 'isOpen', 'capacity', 'breaks'],
  events: ['eventId', 'eventName', 'description', 'videoLink', 'isEnabled', 'featuredSponsorId', 'createdAt', 'venue', 'version', 'deletedAt', 'courseNumber', 'isDraft', 'copiedFrom', 'copiedFor', 'facts', 'isInPerson'],
  files: ['fileHash', 'contentType', 'bytes', 'createdAt', 'smallerHash'],
  focuses: ['focusId', 'focusName'],
  identityAddresses: ['addressHash', 'validFrom', 'settledSubject', 'seenAt'],
  identityCodes: ['codeHash', 'email', 'purpose', 'digitsHash', 'digitsTries', 'expiresAt', 'mailId', 'askedAt', 'eventSlotId', 'profile'],
  identityKeys: ['keyId', 'privateJwk', 'createdAt'],
  identityRefreshTokens: ['proofHash', 'addressHash', 'refreshToken', 'provenAt', 'renewedAt'],
  identitySubjects: ['subject', 'email', 'passwordHash', 'validFrom'],
  identityWrongDigits: ['email', 'tries', 'since'],
  importRows: ['importId', 'place', 'line', 'cells', 'outcome', 'why', 'userId', 'trace', 'undone', 'emails'],
  imports: ['importId', 'kind', 'fileName', 'headings', 'columns', 'isPreviewed', 'mailsConfirmations', 'total', 'uploadedBy', 'uploadedAt', 'startedBy', 'startedAt', 'finishedAt', 'undoneBy', 'undoStartedAt', 'undoneAt'],
  joinOpenings: ['registrationId', 'webinarId', 'openedAt'],
  mailAttachments: ['mailId', 'place', 'filename', 'contentType', 'content'],
  mailAttempts: ['mailId', 'attemptedAt', 'problem'],
  mailTexts: ['mailId', 'html', 'text'],
  mailingConsents: ['mailingConsentId', 'userId', 'isGiven', 'textShown', 'eventId', 'eventName', 'answeredAt', 'answeredBy'],
  mails: ['mailId', 'cause', 'toAddress', 'replyTo', 'subject', 'html', 'text', 'isSecret', 'status', 'createdAt', 'sentAt', 'attempts', 'leasedUntil', 'isLeaving', 'isUrgent', 'unsubscribeUrl', 'expiresAt', 'registrationId', 'forgetAt', 'event', 'waitsSince', 'isSentAgain', 'isFirst', 'leftAt', 'secondsValid', 'rank'],
  makeUps: ['makeUpId', 'registrationId', 'eventSlotId', 'madeAt', 'endedAt'],
  messageRecipients: ['messageId', 'place', 'userId', 'registrationId', 'outcome', 'mailId'],
  messages: ['messageId', 'startKey', 'kind', 'subject', 'html', 'startedBy', 'startedAt', 'people', 'leftOut', 'stoppedAt', 'finishedAt'],
  passkeyChallenges: ['challengeHash', 'purpose', 'userId', 'expiresAt'],
  passkeys: ['passkeyId', 'userId', 'factorOf', 'credentialId', 'publicKey', 'counter', 'transports', 'name', 'addedAt', 'lastUsedAt'],
  platformIdentities: ['platformIdentityId', 'registrationId', 'webinarId', 'registrantId', 'email', 'joinUrl', 'since'],
  pollCodeAnswers: ['pollCodeId', 'registrationId', 'answeredAt'],
  pollCodeTries: ['userId', 'tries', 'since'],
  pollCodes: ['pollCodeId', 'eventSlotId', 'code', 'question', 'opensAt', 'closesAt', 'madeBy', 'madeAt', 'withdrawnAt'],
  providers: ['providerId', 'providerName', 'contact', 'signatoryName', 'signatoryTitle', 'signatureHash', 'savedAt', 'savedBy', 'signatureWidth', 'signatureHeight', 'signatureColors', 'signatureOpacity', 'postalAddress'],
  recoveryCodes: ['userId', 'codeHash'],
  registrationChanges: ['registrationId', 'changedIn'],
  registrationCounts: ['eventSlotId', 'shard', 'registrations'],
  registrations: ['registrationId', 'userId', 'eventId', 'eventSlotId', 'registeredAt', 'cancelledAt', 'moves', 'hours', 'certificateCode', 'version', 'joinCode', 'creditedDays'],
  rememberedDevices: ['rememberedDeviceId', 'userId', 'tokenHash', 'device', 'rememberedAt', 'lastUsedAt', 'expiresAt'],
  reminders: ['registrationId', 'eventSlotId', 'dayOn', 'kind', 'mailId'],
  renewalReminders: ['userId', 'kind', 'about', 'mailId'],
  secondFactorOffers: ['userId', 'appSecret', 'expiresAt'],
  secondFactorProofs: ['tokenHash', 'provenAt'],
  secondFactors: ['userId', 'switchedOnAt', 'appSecret', 'appStep', 'wrongTries', 'triesSince'],
  sessions: ['tokenHash', 'userId', 'createdAt', 'expiresAt', 'beganBy', 'proofHash', 'device', 'lastSeenAt', 'secondStep', 'provenAt', 'provenBy'],
  signInSheets: ['signInSheetId', 'eventSlotId', 'file', 'sha256', 'fileName', 'uploadedBy', 'uploadedAt'],
  signingKeys: ['keyId', 'privateJwk', 'createdAt'],
  singleSignOns: ['tokenHash', 'issuer', 'subject', 'refreshToken', 'checkedAt', 'claimedAt'],
  slotAgendas: ['slotAgendaId', 'eventSlotId', 'hours', 'reason', 'statedBy', 'statedAt'],
  slotCounts: ['eventSlotId', 'creditRuleId', 'slotAgendaId', 'isSettled', 'countedAt'],
  slotRecounts: ['slotRecountId', 'eventSlotId', 'recountedAt', 'people', 'differences', 'seenBy', 'seenAt'],
  speakers: ['speakerId', 'eventId', 'logo', 'companyName', 'day', 'courseTitle', 'courseDetails', 'presenterName', 'presenterDesignation', 'presenterDetails', 'videoLink', 'website', 'email', 'version'],
  spentProofs: ['proofHash', 'spentAt'],
  sponsors: ['sponsorId', 'eventId', 'logo', 'companyName', 'description', 'website', 'email', 'createdAt', 'updatedAt', 'version'],
  staffNotices: ['userId', 'eventId', 'toldAt'],
  ticketKeys: ['keyId', 'publicJwk', 'privateJwk', 'createdAt'],
  tickets: ['registrationId', 'number', 'replacedAt'],
  userChanges: ['userId', 'changedIn'],
  userEmailChanges: ['userEmailChangeId', 'userId', 'newEmail', 'oldEmail', 'codeHash', 'expiresAt'],
  userIdentities: ['issuer', 'subject', 'userId'],
  users: ['userId', 'email', 'role', 'firstName', 'lastName', 'country', 'state', 'zip', 'companyName', 'phone', 'registeredAt', 'isAopMember', 'aopaNumber', 'aopaSkipped', 'nbaaNumber', 'nbaaSkipped', 'vaiNumber', 'vaiSkipped', 'hasGivenMailingConsent', 'mailingConsentAt', 'mailingConsentEventName', 'hasReminders', 'reminderCode', 'searchText', 'version', 'mergedInto', 'printedName', 'unprintableLetters', 'faaSafetyEmail'],
  waitlistEntries: ['waitlistEntryId', 'eventSlotId', 'userId', 'state', 'turn', 'joinedAt', 'offeredAt', 'offeredUntil', 'code'],
  webhookAttempts: ['attemptId', 'deliveryId', 'triedAt', 'milliseconds', 'status', 'problem', 'answer', 'signature'],
  webhookDeliveries: ['deliveryId', 'messageId', 'webhookId', 'activityId', 'type', 'registrationId', 'userId', 'lane', 'happenedAt', 'state', 'attempts', 'firstTriedAt', 'dueAt', 'body', 'isEvicted'],
  webhooks: ['webhookId', 'name', 'kind', 'url', 'template', 'events', 'permissions', 'secret', 'oldSecret', 'oldSecretUntil', 'addedAt', 'isOn', 'offReason', 'failingSince', 'failedRounds', 'restsUntil', 'lease', 'leasedUntil'],
  webinarComparisons: ['eventSlotId', 'askedAt', 'comparedAt', 'webinarId', 'peopleHere', 'peopleThere', 'problem', 'timesThere', 'timeAskedAt', 'timeProblem'],
  webinarDifferences: ['webinarDifferenceId', 'eventSlotId', 'kind', 'registrationId', 'registrantId', 'email', 'name', 'words', 'repairAskedAt', 'problem'],
  webinarRegistrants: ['registrationId', 'webinarId', 'email', 'state', 'isAsked', 'registrantId', 'joinUrl', 'problem', 'tryAt', 'attempts', 'leasedUntil', 'webinarSyncId', 'outcome', 'stateSince', 'knownAt'],
  webinarRoomRegistrants: ['registrantId', 'webinarId', 'email', 'firstName', 'lastName', 'registeredAt', 'removedAt', 'seatCode'],
  webinarRoomVisits: ['webinarRoomVisitId', 'registrantId', 'joinedAt', 'leftAt'],
  webinarSyncs: ['webinarSyncId', 'kind', 'eventSlotId', 'webinarId', 'usesEmailAsName', 'startedBy', 'startedAt', 'endedAt', 'isStopped', 'problem', 'figures'],
} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };
