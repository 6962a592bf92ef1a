/** The parts of a poll answer that distinguish a question's launches. */
interface LaunchedAnswer {
  /** The webinar's instance or session. */
  session: string | null
  /** The person within the session. */
  person: string
  question: string
  /** The webinar platform's id of the poll; '' if none. */
  pollId: string
  answeredAt: Date | null
}

/**
 * Returns each answer's launch number within its question and session, from 1. Answers with one poll id share
 * a launch. Without an id, a person's k-th answer belongs to the k-th launch. Takes the answers in the
 * webinar platform's order.
 */
export function launchesOf(answers: readonly LaunchedAnswer[]): number[] {
  const ranks = new Map(
    [...Map.groupBy(answers, asked)].map(([key, given]) => [key, rankedPolls(given)] as const),
  )
  const given = new Map<string, Set<string>>()
  return answers.map((answer, place) => {
    const key = JSON.stringify([asked(answer), answer.person])
    const own = given.get(key) ?? new Set()
    given.set(key, own.add(answer.pollId || `answer ${place}`))
    return ranks.get(asked(answer))?.get(answer.pollId) ?? own.size
  })
}

function asked({ session, question }: LaunchedAnswer) {
  return JSON.stringify([session, question])
}

/**
 * Ranks one question's polls by their first answers. Some people answer only later polls, so the times decide
 * if all are known.
 */
function rankedPolls(answers: readonly LaunchedAnswer[]): Map<string, number> {
  const polls = Map.groupBy(
    answers.filter(({ pollId }) => pollId !== ''),
    ({ pollId }) => pollId,
  )
  const firsts = [...polls].map(([pollId, given]) => ({
    pollId,
    firstMs: Math.min(...given.map(({ answeredAt }) => answeredAt?.getTime() ?? Number.NaN)),
  }))
  const isTimed = firsts.every(({ firstMs }) => !Number.isNaN(firstMs))
  const ordered = isTimed ? firsts.toSorted((one, other) => one.firstMs - other.firstMs) : firsts
  return new Map(ordered.map(({ pollId }, place) => [pollId, place + 1]))
}
