import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternTime } from '#contract/core/season.ts'
import type { OwnHour } from '#contract/counting/credit-findings/own-hours.ts'

type Tone = 'good' | 'warn' | 'bad' | 'open' | 'none'

/** An hour's sign, color and words. Signs and colors say the same. */
export const codeLooks: Record<OwnHour['code'], { sign: string; tone: Tone; words: string }> = {
  earned: { sign: '✓', tone: 'good', words: 'earned' },
  'earned-no-poll': { sign: '✓', tone: 'good', words: 'earned, no poll needed' },
  counted: { sign: '+', tone: 'good', words: 'minutes counted' },
  'too-short': { sign: '<', tone: 'warn', words: 'too few minutes' },
  'poll-missing': { sign: 'P', tone: 'warn', words: 'poll missing' },
  open: { sign: '…', tone: 'open', words: 'polls not complete yet' },
  'under-way': { sign: '…', tone: 'open', words: 'under way' },
  unknown: { sign: '?', tone: 'open', words: 'unknown' },
  'no-report': { sign: '', tone: 'none', words: 'no report yet' },
  'to-come': { sign: '', tone: 'none', words: 'to come' },
  'not-there': { sign: '–', tone: 'none', words: 'not there' },
}

/** 'Tue 09 Feb 2027' */
export function shownDayOf(on: string): string {
  return shownDay(on as PlainDate)
}

export function clockOf(instant: Date | null | undefined): string {
  return instant ? shownTime(easternTime(instant)) : '?'
}
