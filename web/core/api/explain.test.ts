import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { explain } from './explain.ts'

const general = 'Profile update failed'
const refusal = new ApiError(409, { code: 'EVENT_CLOSED', message: 'Registration closed', requestId: 'r1' })
const bug = new ApiError(500, { code: 'BUG', message: 'Something went wrong.', requestId: 'r2' })
const notReady = new ApiError(503, { code: 'NOT_READY', message: 'The portal is busy.' })
const unreachable = new ApiError(0, { code: 'UNREACHABLE', message: 'The portal cannot be reached.' })
const signedOut = new ApiError(401, { code: 'SIGNED_OUT', message: 'Please login first', isTold: true })
const unknownToProxy = new ApiError(401, { code: 'SIGNED_OUT', message: 'Please login first' })

test.each([
  ['a refusal shows its reason instead of the general sentence', refusal, 'Registration closed'],
  ['a server error shows the general sentence and its id', bug, `${general} (Request ID: r2)`],
  ['an error without an id shows the general sentence', notReady, general],
  ['no answer shows the general sentence', unreachable, general],
  ['a bug in the page shows the general sentence', new TypeError('x is undefined'), general],
  ['an ended session leads to a page that says so', signedOut, undefined],
  ['a 401 that leads to no page shows its sentence', unknownToProxy, 'Please login first'],
])('%s', (_, error, words) => {
  expect(explain(error, general)).toBe(words)
})

test.each([
  ['a refusal', refusal, 'Registration closed'],
  ['a server error', bug, 'Something went wrong. (Request ID: r2)'],
  ['no answer', unreachable, 'The portal cannot be reached.'],
  ['a bug in the page', new TypeError('x is undefined'), expect.stringContaining('on this page')],
  ['an ended session', signedOut, undefined],
])('without a general sentence, %s has its own words', (_, error, words) => {
  expect(explain(error)).toEqual(words)
})
