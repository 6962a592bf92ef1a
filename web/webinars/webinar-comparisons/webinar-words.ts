import type {
  WebinarDifferenceCounts,
  WebinarDifferenceKind,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'

/** Returns the words for a kind of difference and its repair. */
export function differenceWords(kind: WebinarDifferenceKind, platform: string) {
  const words = {
    'only-here': {
      title: `Not on ${platform}`,
      text: `Registered here, but not on ${platform}. A repair registers them there.`,
      verb: 'Register',
    },
    'only-there': {
      title: 'Not registered here',
      text: `Registered on ${platform}, but no one with their email is registered here. A repair removes them there, including people who registered on a page of ${platform}.`,
      verb: 'Remove',
    },
    different: {
      title: 'Different',
      text: `Registered in both places with different data. A repair uses the data from ${platform}, and registers a changed email there again.`,
      verb: 'Update',
    },
  }
  return words[kind]
}

/** '2 not there, 1 different, different time', or 'None'. */
export function countedDifferences(counts: WebinarDifferenceCounts, hasOtherTime: boolean): string {
  const words = [
    [counts['only-here'], 'not there'],
    [counts['only-there'], 'not registered here'],
    [counts.different, 'different'],
  ] as const
  const shown = words.filter(([count]) => count > 0).map(([count, word]) => `${shownCount(count)} ${word}`)
  return [...shown, ...(hasOtherTime ? ['different time'] : [])].join(', ') || 'None'
}
