import { randomBytes } from 'node:crypto'

const thisProcess = randomBytes(6).toString('base64url')
let requests = 0

/** What names a call in the log and on the screen of whoever made it: this process, drawn at random, and a number. */
export function nextRequestId(): string {
  return `${thisProcess}-${++requests}`
}
