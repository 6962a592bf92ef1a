import { ServiceDown } from '#server/core/remote-problems.ts'
import { RegistrantRefused, WebinarRefused } from './webinar-platform.ts'

/** Whoever is to be changed, taken away or looked up is not registered. */
export class RegistrantMissing extends Error {}

/** Whoever is to be added is registered. */
export class RegistrantKnown extends Error {}

/** What a platform's no is about: the person, the webinar, that somebody isn't there or is already, or that it can't just now. */
export type Meaning = 'person' | 'webinar' | 'missing' | 'known' | 'down'

/** The problem that a no stands for; `code` and `words` are the platform's. */
export function problemThatMeans(meaning: Meaning, code: string, words: string): Error {
  switch (meaning) {
    case 'person':
      return new RegistrantRefused(code, words)
    case 'webinar':
      return new WebinarRefused(code, words)
    case 'missing':
      return new RegistrantMissing(words)
    case 'known':
      return new RegistrantKnown(words)
    case 'down':
      return new ServiceDown(words)
  }
}
