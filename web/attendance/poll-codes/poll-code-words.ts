import type { PollCode } from '#contract/attendance/poll-codes/calls.ts'

/** Returns the state of a poll code in words, with its tone. */
export function stateOf(
  { opensAt, closesAt, withdrawnAt }: Pick<PollCode, 'opensAt' | 'closesAt' | 'withdrawnAt'>,
  now: Date,
): { words: string; tone: 'good' | 'warn' | undefined } {
  if (withdrawnAt) return { words: 'Withdrawn', tone: undefined }
  if (now < opensAt) return { words: 'Opens later', tone: 'warn' }
  return now < closesAt ? { words: 'Open', tone: 'good' } : { words: 'Ended', tone: undefined }
}

/** Returns 'Poll 5', with the first number that no code has. */
export function nextQuestion(codes: readonly Pick<PollCode, 'question' | 'withdrawnAt'>[]): string {
  const taken = new Set(codes.flatMap(({ question, withdrawnAt }) => (withdrawnAt ? [] : [question])))
  const free = Array.from({ length: taken.size + 1 }, (_, place) => `Poll ${place + 1}`)
  return free.find((question) => !taken.has(question)) ?? ''
}
