/** A registration that is not canceled. */
interface Held {
  registrationId: number
  eventId: number
  hours: number
}

/** A registration's fate: only one per event can continue. */
export type MergeVerdict = 'stays' | 'moves' | 'ends'

/** Returns the fate of both accounts' registrations when the second account is merged into the first. */
export function mergeVerdicts(kept: Held[], absorbed: Held[]): Map<number, MergeVerdict> {
  const byEvent = new Map(kept.map((held) => [held.eventId, held]))
  const verdicts = new Map<number, MergeVerdict>(kept.map((held) => [held.registrationId, 'stays']))
  for (const { registrationId, eventId, hours } of absorbed) {
    const rival = byEvent.get(eventId)
    const isBetter = rival === undefined || hours > rival.hours
    verdicts.set(registrationId, isBetter ? 'moves' : 'ends')
    if (rival && isBetter) verdicts.set(rival.registrationId, 'ends')
  }
  return verdicts
}
