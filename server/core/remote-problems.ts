/** A remote service could not be reached, or said that it can't just now. What was asked for has certainly not been done. */
export class ServiceDown extends Error {}

/** The call was not made: too many have failed just now. */
export class TurnedAway extends ServiceDown {}

/** A remote service was asked, and its answer never came, or made no sense: it may have done what it was asked for. */
export class AnswerLost extends Error {}

/** Whether the service may answer otherwise in a moment. */
export function isTemporary(problem: unknown): boolean {
  return problem instanceof ServiceDown || problem instanceof AnswerLost
}
