import { randomBytes } from 'node:crypto'

const thisProcess = randomBytes(6).toString('base64url')
let requests = 0

/** Returns a call's id for the log and the caller's screen: random per process, plus a number. */
export function nextRequestId(): string {
  return `${thisProcess}-${++requests}`
}
