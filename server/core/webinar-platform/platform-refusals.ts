import { isTemporary, ServiceDown } from '#server/core/remote-problems.ts'
import type { Registrant } from './webinar-platform.ts'
import { QuotaReached, RegistrantRefused, RegistrantUnlisted, WebinarRefused } from './webinar-platform.ts'

/** The registrant to change, remove or look up is not registered. */
export class RegistrantMissing extends Error {}

/** The person to add is registered already. */
export class RegistrantKnown extends Error {}

/** The subject of a webinar platform's refusal. */
export type Meaning = 'person' | 'webinar' | 'missing' | 'known' | 'down'

/** Returns the problem of a refusal; `code` and `words` are the webinar platform's. */
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

/** Returns true if a webinar platform may cause this problem; any other is a bug. */
export function isPlatformProblem(problem: unknown): problem is Error {
  const kinds = [QuotaReached, RegistrantMissing, RegistrantRefused, WebinarRefused]
  return isTemporary(problem) || kinds.some((kind) => problem instanceof kind)
}

/** Returns a handler that turns a problem of this class into undefined, and rethrows others. */
export function ignoring(kind: typeof RegistrantMissing | typeof RegistrantKnown) {
  return (problem: unknown): undefined => {
    if (!(problem instanceof kind)) throw problem
  }
}

/** Searches all registrants of a webinar, because no webinar platform finds an email. */
export async function findByEmail(
  service: string,
  registrants: AsyncIterable<Registrant[]>,
  email: string,
): Promise<Registrant> {
  for await (const page of registrants) {
    const found = page.find((each) => each.email.toLowerCase() === email.toLowerCase())
    if (found) return found
  }
  throw new RegistrantUnlisted(`${service} says that they are registered, and does not list them yet`)
}
