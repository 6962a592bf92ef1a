import type { SetAside } from '#contract/attendance/attendances/report-calls.ts'
import { replacedReason } from '#contract/attendance/attendances/report-calls.ts'
import { momentWords } from '#contract/attendance/attendances/report-words.ts'
import { ended } from '#contract/core/names.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownDates } from '#contract/events/slots/times.ts'

/** The number of people, and the first names. */
export interface People {
  count: number
  names: string[]
}

/** A report that counts, compared with another one. */
export interface ComparedWith {
  originName: string
  receivedAt: Date
}

/** 'Ben Cowling', 'Ben Cowling and Eve Gasket', 'Ben Cowling and 12 more' */
function peopleWords({ count, names: [first = 'Unknown person', second] }: People): string {
  if (count < 2) return first
  return count === 2 && second ? `${first} and ${second}` : `${first} and ${shown(count - 1)} more`
}

/** The additions of a report to those that count. */
export interface Added {
  /** People without anything yet, and all their minutes. */
  people: People & { minutes: number }
  /** People who already have something. */
  more: People & { minutes: number }
  answers: People & { answers: number }
}

/** Says what a report adds to those that count: a sentence each about people, minutes and answers. */
export function addedWords({ people, more, answers }: Added): string[] {
  const words = [
    people.count > 0 && `Adds ${peopleWords(people)}, with ${minutesWords(people.minutes)}.`,
    more.count > 0 && `Adds ${minutesWords(more.minutes)} to ${peopleWords(more)}.`,
    answers.count > 0 && `Adds ${plural(answers.answers, 'poll answer')} of ${peopleWords(answers)}.`,
  ].filter((each) => each !== false)
  return words.length > 0 ? words : ['Adds nothing to what counts already.']
}

/** Says who has fewer minutes in a report than in an earlier one. */
export function lessWords(people: People, earlier: ComparedWith, now: Date): string {
  return `${peopleWords(people)} ${hasOrHave(people)} less here than in ${earlierWords(earlier, now)}.`
}

/** Says who is in an earlier report and not in this one. */
export function missingWords(people: People, earlier: ComparedWith, now: Date): string {
  return `${peopleWords(people)} ${people.count === 1 ? 'is' : 'are'} in ${earlierWords(earlier, now)}, and not here.`
}

/** Says what is set aside if an administrator agrees. */
export function asideWords(earlier: ComparedWith, now: Date): string {
  return `Set ${earlierWords(earlier, now)} aside`
}

function earlierWords({ originName, receivedAt }: ComparedWith, now: Date): string {
  return `the report of ${momentWords(receivedAt, now)} (${originName})`
}

/** A person whose stated total differs from the rows, in minutes. */
export interface DifferentTotal {
  name: string
  stated: number
  rows: number
}

/** Says whose stated total differs from the rows; `count`: of how many people. */
export function totalWords({ name, stated, rows }: DifferentTotal, count: number): string {
  const others = count > 1 ? ` So do the totals of ${shown(count - 1)} more.` : ''
  return `The file states ${plural(stated, 'minute')} for ${name}; its rows make ${shown(rows)}.${others}`
}

/** A name in a report beside the email or id of a person with another name. */
export interface OtherName {
  joinedAs: string
  name: string
}

/** Says that somebody joined with the email or id of a person with another name. */
export function otherNameWords([first, ...more]: readonly OtherName[]): string[] {
  if (!first) return []
  const { joinedAs, name } = first
  const others = more.length > 0 ? ` So it is with ${plural(more.length, 'more name')}.` : ''
  return [
    `'${beginningOf(joinedAs, 40)}' has the email or id of ${name}, so this time counts for ${name}.${others}`,
  ]
}

/** The other slot whose report a file seems to be. */
export interface OtherSlot {
  eventSlotId: number
  eventName: string
  slot: SlotTime
}

/** The reason why a file seems to belong to another slot: its rows, its people, or its webinar. */
export type ElsewhereReason =
  | { by: 'rows' | 'people'; count: number; of: number }
  | { by: 'webinar'; webinarId: string }

/** Says whose report a file seems to be. */
export function elsewhereWords({ eventName, slot }: OtherSlot, reason: ElsewhereReason): string {
  const times = `${shownTime(slot.startTime)} – ${shownTime(slot.endTime)}`
  return `This looks like the report of ${eventName}, ${times}, ${shownDates(slot)}: ${because(reason)}.`
}

function because(reason: ElsewhereReason): string {
  if (reason.by === 'webinar') return `it names its webinar ${reason.webinarId}`
  const share = `${shown(reason.count)} of its ${shown(reason.of)}`
  return reason.by === 'rows' ? `${share} rows are in those hours` : `${share} people are registered there`
}

/** The sizes of a fetched report and its previous version. */
export interface Sizes {
  people: number
  seconds: number
}

/** Says that a version is smaller than the previous one. */
export function smallerWords(version: Sizes, before: Sizes, { receivedAt }: ComparedWith, now: Date): string {
  const size = ({ people, seconds }: Sizes) =>
    `${plural(people, 'person', 'people')} in ${minutesWords(Math.round(seconds / 60))}`
  return `This version has ${size(version)}, and the one of ${momentWords(receivedAt, now)} has ${size(before)}.`
}

/** Says that a report, or a part of it, was set aside before, and remains so. */
export function stillAsideWords({ reason, decidedBy, decidedAt }: SetAside, now: Date): string {
  const who = decidedBy ?? (reason === replacedReason ? 'the portal' : 'an administrator')
  return `This report was set aside by ${who}, ${momentWords(decidedAt, now)}: ${ended(reason)} It stays set aside.`
}

/** Says that a file equals an earlier report. */
export function repeatedWords({ originName, receivedAt }: ComparedWith, now: Date): string {
  return `Says the same as the report of ${momentWords(receivedAt, now)} (${originName}), so it adds nothing.`
}

/** Says that most rows are outside the hours, if no other slot fits. */
export const outsideWords = 'Most rows of this file are outside of the hours of this time slot.'

/** Says who was there outside of the hours, and when the first of these visits began. */
export function strayWords(people: People, first: Date, now: Date): string {
  return `${peopleWords(people)} ${hasOrHave(people)} times outside of the hours of this time slot, the first at ${momentWords(first, now)}.`
}

/** Says who is matched with no registration, so that nothing counts for them yet. */
export function unknownWords(people: People): string {
  return `${peopleWords(people)} ${hasOrHave(people)} no email or id of a registered person, so their times wait for a decision.`
}

/** Says that a report covers no day. */
export const uncoveredWords = 'This report covers no day of this time slot, so it does not count.'

function hasOrHave({ count }: People): string {
  return count === 1 ? 'has' : 'have'
}

function minutesWords(minutes: number): string {
  return plural(minutes, 'minute')
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${shown(count)} ${count === 1 ? one : many}`
}

const format = /* @__PURE__ */ new Intl.NumberFormat('en-US')

function shown(count: number): string {
  return format.format(count)
}
