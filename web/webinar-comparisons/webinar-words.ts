import type { WebinarDifferenceCounts, WebinarDifferenceKind } from '#contract/webinar-comparisons/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'

/** What is said of each kind, and of its repair. */
export function differenceWords(kind: WebinarDifferenceKind, platform: string) {
  const words = {
    'only-here': {
      title: 'Only here',
      text: `Registered here; ${platform} does not know them. A repair registers them there.`,
      verb: 'Register',
    },
    'only-there': {
      title: 'Only there',
      text: `${platform} knows them; nobody with their email is registered here. A repair takes them off. Those who registered on the platform's own page are among them.`,
      verb: 'Take off',
    },
    different: {
      title: 'Different',
      text: `Both know them, and say different things. A repair takes over what ${platform} says; a changed email is registered there anew.`,
      verb: 'Take over',
    },
  }
  return words[kind]
}

/** '2 only here, 1 different, another time', or 'None'. */
export function countedDifferences(counts: WebinarDifferenceCounts, hasOtherTime: boolean): string {
  const words = [
    [counts['only-here'], 'only here'],
    [counts['only-there'], 'only there'],
    [counts.different, 'different'],
  ] as const
  const shown = words.filter(([count]) => count > 0).map(([count, word]) => `${shownCount(count)} ${word}`)
  return [...shown, ...(hasOtherTime ? ['another time'] : [])].join(', ') || 'None'
}
