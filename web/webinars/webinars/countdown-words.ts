import { counted } from '#web/core/texts/counts.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Returns the time left: '3 days, 4 hours', below a day '2:05:09', below an hour '5:09'. */
export function shownLeft(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / second) * second)
  if (left >= day) return listed([Math.floor(left / day), 'day'], [Math.floor((left % day) / hour), 'hour'])
  const [hours, minutes, seconds] = [left / hour, (left % hour) / minute, (left % minute) / second].map(
    Math.floor,
  )
  const parts = hours ? [hours, padded(minutes), padded(seconds)] : [minutes, padded(seconds)]
  return parts.join(':')
}

/** Returns the time left for screen readers, less exact before the last hour, so that it changes rarely. */
export function spokenLeft(ms: number): string {
  if (ms < minute) return 'less than a minute'
  if (ms < hour) return listed([Math.floor(ms / minute), 'minute'])
  if (ms < day) return `more than ${listed([Math.floor(ms / hour), 'hour'])}`
  return `more than ${listed([Math.floor(ms / day), 'day'])}`
}

function padded(number = 0) {
  return String(number).padStart(2, '0')
}

/** '2 days, 1 hour'; omits zeros. */
function listed(...parts: [number, string][]) {
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => counted(number, word))
    .join(', ')
}
