/** A remote service could not be reached, or said that it can't now. The call has certainly not taken effect. */
export class ServiceDown extends Error {}

/** The call was not made: too many have just failed. */
export class TurnedAway extends ServiceDown {}

/** A remote service was called, and its answer never came or made no sense: the call may have taken effect. */
export class AnswerLost extends Error {}

/** Tells whether the service may answer otherwise in a moment. */
export function isTemporary(problem: unknown): boolean {
  return problem instanceof ServiceDown || problem instanceof AnswerLost
}
