/** What lets the portal in at a platform for a while. */
export interface PlatformToken {
  bearer: string
  renewAt: Date
}

/** Calls that are under way when a token ends would be refused. */
const marginMs = 60_000

/** When to renew a token that was asked for at an instant and is valid for so many seconds: shortly before its end. */
export function renewalOf(askedAt: Date, validSeconds: number): Date {
  const validMs = validSeconds * 1000
  return new Date(askedAt.getTime() + Math.max(validMs - marginMs, validMs / 2))
}

/** Gives a token that is valid for a while, never the one that was `refused`; however many ask, it is fetched once. */
export function keepToken<Token extends PlatformToken>(
  fetchToken: () => Promise<Token>,
  clock: () => Date,
): (refused?: Token) => Promise<Token> {
  let kept: Token | undefined
  let fetched: Promise<Token> | undefined
  return async (refused) => {
    if (kept && kept !== refused && clock() < kept.renewAt) return kept
    fetched ??= fetchToken().finally(() => {
      fetched = undefined
    })
    kept = await fetched
    return kept
  }
}
