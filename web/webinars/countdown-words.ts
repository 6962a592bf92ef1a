const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** '3 days, 4 hours', below a day '2:05:09', below an hour '5:09': how long it is, to be looked at every second. */
export function shownLeft(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / second) * second)
  if (left >= day) return counted([Math.floor(left / day), 'day'], [Math.floor((left % day) / hour), 'hour'])
  const [hours, minutes, seconds] = [left / hour, (left % hour) / minute, (left % minute) / second].map(
    Math.floor,
  )
  const parts = hours ? [hours, padded(minutes), padded(seconds)] : [minutes, padded(seconds)]
  return parts.join(':')
}

/**
 * The same to be listened to: in whole minutes within the last hour, and less exact before, so that it is rarely said anew.
 */
export function spokenLeft(ms: number): string {
  if (ms < minute) return 'less than a minute'
  if (ms < hour) return counted([Math.floor(ms / minute), 'minute'])
  if (ms < day) return `more than ${counted([Math.floor(ms / hour), 'hour'])}`
  return `more than ${counted([Math.floor(ms / day), 'day'])}`
}

function padded(number = 0): string {
  return String(number).padStart(2, '0')
}

/** '2 days, 1 hour'; what is none is left out. */
function counted(...parts: [number, string][]): string {
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}${number === 1 ? '' : 's'}`)
    .join(', ')
}
