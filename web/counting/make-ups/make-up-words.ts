import { capitalized } from '#contract/core/names.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternTime } from '#contract/core/season.ts'
import type { OwnHour } from '#contract/counting/credit-findings/own-hours.ts'
import type { MakeUpOffer } from '#contract/counting/make-ups/offers.ts'
import { yourDay, yourTime } from '#contract/events/slots/your-time.ts'

/** The time of reading, and the person's time zone. */
interface Reader {
  now: Date
  zone: string
}

type Offered = MakeUpOffer<OwnHour>['hours']

/**
 * 'Hours 3 and 4 are taught again today at 2:00 PM Eastern.': a sentence per day. `isSeries`: adds the day of
 * the missed hours.
 */
export function offerInWords({ hours }: MakeUpOffer<OwnHour>, reader: Reader, isSeries: boolean): string[] {
  const days = Map.groupBy(hours, ({ hour, makeUp }) => `${hour.on} ${yourDay(makeUp.startAt, reader.zone)}`)
  return [...days.values()].map((ofDay) => {
    const [first] = ofDay as [Offered[number]]
    const missed = isSeries ? ` of ${shownDay(first.hour.on)}` : ''
    const words = `${hoursInWords(ofDay)}${missed} ${ofDay.length === 1 ? 'is' : 'are'} taught again`
    return `${capitalized(words)} ${momentsInWords(begins(ofDay), reader)}.`
  })
}

/** 'hour 3', 'hours 3 and 4', 'hours 1, 2 and 4' */
export function hoursInWords(hours: Offered): string {
  const numbers = hours.map(({ hour }) => String(hour.number))
  return `${numbers.length === 1 ? 'hour' : 'hours'} ${listed(numbers)}`
}

/** 'The room opens today at 12:55 PM Eastern.' '' if it is open. */
export function openingInWords({ slot }: MakeUpOffer<OwnHour>, reader: Reader): string {
  return reader.now < slot.opensAt ? `The room opens ${momentsInWords([slot.opensAt], reader)}.` : ''
}

/** The place in person: 'Come to Hangar 4. Seats are available.' */
export function placeInWords({ slot }: MakeUpOffer<OwnHour>): string {
  return `Come ${slot.place === 'In person' ? 'in person' : `to ${slot.place}`}. Seats are available.`
}

/** Returns when hours begin. Of several in a row, only the first counts. */
function begins(hours: Offered) {
  return hours.flatMap(({ hour, makeUp }, place) =>
    hours[place - 1]?.hour.number === hour.number - 1 ? [] : makeUp.startAt,
  )
}

/** 'today at 2:00 PM Eastern (1:00 PM your time)'; all on one day. */
function momentsInWords(moments: Date[], { now, zone }: Reader) {
  const [first = now] = moments
  const [on, today] = [yourDay(first, zone), yourDay(now, zone)]
  const tomorrow = yourDay(new Date(now.getTime() + 86_400_000), zone)
  const day = on === today ? 'today' : on === tomorrow ? 'tomorrow' : `on ${shownDay(on)}`
  const times = listed(moments.map((moment) => shownTime(easternTime(moment))))
  // Without '(next day)', which is relative to the Eastern day.
  const yours = moments.flatMap((moment) => yourTime(moment, zone)?.replace(/ your time.*/, '') ?? [])
  return `${day} at ${times} Eastern${yours.length > 0 ? ` (${listed(yours)} your time)` : ''}`
}

function listed(words: string[]) {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
