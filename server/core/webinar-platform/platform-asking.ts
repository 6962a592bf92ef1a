import type { RemoteAnswer, RemoteCalls, RemoteRequest } from '#server/core/remote-calls.ts'
import type { PlatformToken } from './platform-tokens.ts'

/** How a platform is asked, whatever it is asked for. */
export interface Asking<Token extends PlatformToken> {
  send: RemoteCalls['sendUnguarded']
  /** Gives a token, never the one that was refused. */
  findToken(refused?: Token): Promise<Token>
  isTokenRefused(answer: RemoteAnswer): boolean
}

/** Keeps to the platform's limit, for all who ask at once. */
export interface Waiter {
  /** Resolves once a call may go. */
  turn(): Promise<void>
  /** After a 429: keeps such calls waiting, `times` being how many this one has had; may throw where that would be for long. */
  sentAway(answer: RemoteAnswer, times: number): void
}

export type AskedRequest = Pick<RemoteRequest, 'method' | 'address' | 'body'>

/** An answer with the address that has given it. */
export interface AddressedAnswer extends RemoteAnswer {
  address: string
}

/** Who waits for the platform has the link within a minute or two of its return: the sweep asks every minute. */
export const longestBreakMs = 30_000

/** The limits count by the second: who is sent away so often in a row is over another one. */
const mostTries = 6

/** Gives the platform's answer, whatever it is: a token that is refused is renewed once, a call that is too much for now is made again. */
export async function askPlatform<Token extends PlatformToken>(
  { send, findToken, isTokenRefused }: Asking<Token>,
  waiter: Waiter,
  requestWith: (token: Token) => AskedRequest,
): Promise<AddressedAnswer> {
  let token = await findToken()
  let isTokenNew = false
  for (let tries = 1; ; tries++) {
    await waiter.turn()
    const request = requestWith(token)
    const answer = await send({
      ...request,
      headers: { authorization: `Bearer ${token.bearer}`, accept: 'application/json' },
      isWrite: request.method !== 'GET',
    })
    if (isTokenRefused(answer) && !isTokenNew) {
      token = await findToken(token)
      isTokenNew = true
    } else if (answer.status === 429 && tries < mostTries) {
      waiter.sentAway(answer, tries)
    } else {
      return { ...answer, address: request.address }
    }
  }
}
