import { randomBytes } from 'node:crypto'

const thisProcess = randomBytes(6).toString('base64url')
let requests = 0

/** Returns the id of a call for the log and the caller's screen: a random one of this process, and a number. */
export function nextRequestId(): string {
  return `${thisProcess}-${++requests}`
}
