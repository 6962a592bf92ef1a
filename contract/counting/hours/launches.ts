import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { secondOf } from '#contract/events/slots/presence.ts'

/** Answers to one question within this many seconds of each other belong to the same launch. */
const launchSeconds = 600

/** One launch of a question to everyone: one poll. */
export interface Launch extends PollMoment {
  /** The last known answer, or `at`; null if the report has no times. */
  until: Date | null
  /** The people present in its hour, and those who answered. Absent: unknown, so it counts. */
  answered?: number | undefined
  present?: number | undefined
  /** An administrator's decision. Absent: the numbers decide. */
  counts?: boolean | undefined
}

/** A known moment of a question, such as one person's answer. */
export type AskedMoment = PollMoment & Pick<Launch, 'answered' | 'present' | 'counts'>

/**
 * Returns the launches behind moments in any order. Moments of a question share a launch if each follows the
 * previous one within ten minutes. Without times, those with the same text, session and number share one.
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

/** Returns the same key for all moments of a question. */
export function questionKey({ question, source }: PollMoment): string {
  return `${source ?? ''} ${question}`
}

/** Returns the same key for a launch and, without times, its answers. */
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
 * Returns true if a question counts as asked: by an administrator's decision, or if two people and a tenth of
 * those present answered. If fewer than two were present, all must have answered.
 */
export function countsAsAsked({ answered, present, counts }: AskedMoment): boolean {
  if (counts !== undefined) return counts
  if (answered === undefined || present === undefined) return true
  return present < 2 ? answered >= present : answered >= 2 && answered * 10 >= present
}

/**
 * Returns an answer's launch: the last one begun before it. The launch's last answer must be at most ten
 * minutes earlier.
 */
export function launchOf(answer: PollMoment, launches: readonly Launch[]): Launch | undefined {
  const { at } = answer
  if (!at) return launches.find((launch) => launchKey(launch) === launchKey(answer))
  const key = questionKey(answer)
  const last = launches.reduce<Launch | undefined>((latest, launch) => {
    const isBefore = launch.at && questionKey(launch) === key && secondOf(launch.at) <= secondOf(at)
    return isBefore && Number(launch.at) >= Number(latest?.at ?? 0) ? launch : latest
  }, undefined)
  // A code is accepted while it is open.
  if (!last?.until || answer.source === 'code') return last
  return secondOf(at) - secondOf(last.until) <= launchSeconds ? last : undefined
}
