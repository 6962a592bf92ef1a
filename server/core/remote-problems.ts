/** A remote service was unreachable, or said that it can't at the moment. The call has certainly not taken effect. */
export class ServiceDown extends Error {}

/** The call was not made, after too many failures. */
export class TurnedAway extends ServiceDown {}

/** A remote service's answer never came or made no sense. The call may have taken effect. */
export class AnswerLost extends Error {}

/** Returns true if the service may answer differently soon. */
export function isTemporary(problem: unknown): boolean {
  return problem instanceof ServiceDown || problem instanceof AnswerLost
}
