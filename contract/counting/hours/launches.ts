import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { secondOf } from '#contract/events/slots/presence.ts'

/** Seconds after an answer in which other answers to the same question belong to the same launch. */
export const launchSeconds = 600

/** A question that was put once to everybody, which is one poll. */
export interface Launch extends PollMoment {
  /** The last known answer, or `at`; null if the report has no times. */
  until: Date | null
  /** The number of people who were present in its hour, and of those who answered. Absent: not known, so it counts. */
  answered?: number | undefined
  present?: number | undefined
  /** The word of an administrator. Absent: the numbers decide. */
  counts?: boolean | undefined
}

/** A known moment of a question, such as one person's answer. */
export type AskedMoment = PollMoment & Pick<Launch, 'answered' | 'present' | 'counts'>

/**
 * Returns the launches behind moments in any order. Moments of one question belong together if each comes at most ten minutes after the
 * one before. Without times, the entries with one text, session, and number are one launch.
 */
export function launchesOf(moments: readonly AskedMoment[]): Launch[] {
  const time = ({ at }: AskedMoment) => at?.getTime() ?? 0
  const timed = moments.filter(({ at }) => at).sort((a, b) => time(a) - time(b))
  const launches = new Map<string, Launch>()
  const latest = new Map<string, Launch>()
  for (const moment of timed) {
    const key = questionKey(moment)
    const before = latest.get(key)
    if (before?.until && moment.at && secondOf(moment.at) - secondOf(before.until) <= launchSeconds) {
      Object.assign(before, mostOf(before, moment), { until: moment.at })
      continue
    }
    const launch = { ...moment, until: moment.at }
    latest.set(key, launch)
    launches.set(launchKey(launch), launch)
  }
  for (const moment of moments) {
    if (moment.at) continue
    const before = launches.get(launchKey(moment))
    launches.set(launchKey(moment), { ...moment, ...(before && mostOf(before, moment)), until: null })
  }
  return [...launches.values()]
}

/** Returns the same text for all moments of a question. */
export function questionKey({ question, source }: PollMoment): string {
  return `${source ?? ''} ${question}`
}

/** Returns the same text for a launch and, without times, for the answers to it. */
export function launchKey({ question, source, at, on, session, nth }: PollMoment): string {
  const place = at ? secondOf(at) : `${on} ${session ?? ''} ${nth ?? 1}`
  return `${questionKey({ question, source, at, on })} ${place}`
}

/** A launch has the largest numbers of its moments. */
function mostOf(one: AskedMoment, other: AskedMoment): Pick<Launch, 'answered' | 'present' | 'counts'> {
  const most = (a?: number, b?: number) => (a === undefined ? b : b === undefined ? a : Math.max(a, b))
  return {
    answered: most(one.answered, other.answered),
    present: most(one.present, other.present),
    counts: other.counts === undefined ? one.counts : one.counts || other.counts,
  }
}

/**
 * Returns true if a question counts as asked: an administrator says so, or two people and a tenth of those present answered it. If fewer
 * than two were present, all of them have to.
 */
export function countsAsAsked({ answered, present, counts }: AskedMoment): boolean {
  if (counts !== undefined) return counts
  if (answered === undefined || present === undefined) return true
  return present < 2 ? answered >= present : answered >= 2 && answered * 10 >= present
}

/** Returns the launch that an answer belongs to: the last one that began before it, at most ten minutes after the launch's last answer. */
export function launchOf(answer: PollMoment, launches: readonly Launch[]): Launch | undefined {
  const { at } = answer
  if (!at) return launches.find((launch) => launchKey(launch) === launchKey(answer))
  const key = questionKey(answer)
  const last = launches.reduce<Launch | undefined>((latest, launch) => {
    const isBefore = launch.at && questionKey(launch) === key && secondOf(launch.at) <= secondOf(at)
    return isBefore && Number(launch.at) >= Number(latest?.at ?? 0) ? launch : latest
  }, undefined)
  // A code is accepted as long as it is open.
  if (!last?.until || answer.source === 'code') return last
  return secondOf(at) - secondOf(last.until) <= launchSeconds ? last : undefined
}
