import type { CountedHours } from '#server/counting/credit-findings/credit-finding-recounts.ts'
import type { RecountDifference } from '#server/stored-json.ts'

/** Returns everybody whose two counts are not the same, by their registrations. */
export function differencesOf(
  stored: ReadonlyMap<number, CountedHours>,
  fresh: ReadonlyMap<number, CountedHours>,
): RecountDifference[] {
  const registrationIds = [...new Set([...stored.keys(), ...fresh.keys()])].sort((a, b) => a - b)
  return registrationIds.flatMap((registrationId) => {
    const [before, now] = [stored.get(registrationId), fresh.get(registrationId)]
    const isSame = before?.hours === now?.hours && before?.because === now?.because
    return isSame ? [] : [{ registrationId, before: before?.hours ?? null, now: now?.hours ?? null }]
  })
}
