import { counted } from '#web/core/texts/counts.ts'

/** Says which hours a review is about: 'hour 3', 'hours 2 and 3', 'your hours'. */
export function hourNumbersInWords(numbers: readonly number[], whose = 'your'): string {
  if (numbers.length === 0) return `${whose} hours`
  const list = new Intl.ListFormat('en-US').format(numbers.map(String))
  return `${numbers.length === 1 ? 'hour' : 'hours'} ${list}`
}

/** Says how many reviews wait: '3 reviews wait, the oldest for 4 days'. */
export function openReviewsInWords(open: number, oldestAt: Date | null, now = new Date()): string {
  const days = oldestAt ? Math.floor((now.getTime() - oldestAt.getTime()) / 86_400_000) : 0
  const age = days < 1 ? 'since today' : `for ${counted(days, 'day')}`
  return open === 1 ? `1 review waits ${age}` : `${counted(open, 'review')} wait, the oldest ${age}`
}
