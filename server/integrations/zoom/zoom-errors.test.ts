import { expect, test } from 'vitest'
import { ServiceDown } from '#server/core/remote-problems.ts'
import { RegistrantKnown, RegistrantMissing } from '#server/core/webinar-platform/platform-refusals.ts'
import { RegistrantRefused, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { ZoomWish } from './zoom-errors.ts'
import { problemOf } from './zoom-errors.ts'

const [person, webinar, missing, known, down] = [
  RegistrantRefused,
  WebinarRefused,
  RegistrantMissing,
  RegistrantKnown,
  ServiceDown,
]

test.each<[ZoomWish, number, number, string, new (...args: never[]) => Error]>([
  ['add', 400, 3027, 'Host cannot register.', person],
  ['add', 400, 3034, 'If you have been invited, please input your work email address.', person],
  ['add', 400, 300, 'Validation Failed.', person],
  ['add', 400, 300, 'Request Body should be a valid JSON object.', webinar],
  ['add', 300, 300, 'Invalid webinar ID.', webinar],
  ['add', 400, 300, 'Invalid parameter: occurrence_ids', webinar],
  ['add', 400, 300, 'This API can only be used for scheduled webinars (type 5).', webinar],
  ['add', 400, 200, 'Webinar plan is missing. You must subscribe to the webinar plan.', webinar],
  ['add', 400, 200, 'No permission.', webinar],
  ['read', 400, 1010, 'User does not belong to this account: acct.', webinar],
  ['read', 404, 1001, 'User abc does not exist or does not belong to this account.', webinar],
  ['read', 404, 3001, 'Webinar does not exist: 99289110036.', webinar],
  ['add', 400, 3000, 'This webinar does not have registration as required: 99289110036.', webinar],
  ['add', 400, 3000, 'You have reached the limit for the number of attendees you can add.', webinar],
  ['add', 400, 3000, 'The Zoom REST API does not support paid registration.', webinar],
  ['add', 404, 404, 'Registration has not been enabled for this meeting: 99289110036.', webinar],
  ['add', 400, 3038, 'Webinar is over, you cannot register now.', webinar],
  ['change', 400, 3035, 'Webinar has reached maximum attendee capacity.', webinar],
  ['add', 404, 3043, 'Webinar has reached maximum attendee capacity.', webinar],
  ['change', 400, 3000, 'Registrant pat@example.com was not found.', missing],
  ['change', 400, 3000, 'Registration not enabled for this webinar: 99289110036', webinar],
  ['add', 400, 3000, 'pat@example.com has already been registered.', known],
  ['read', 400, 4700, 'Invalid access token, does not contain scopes: [report:read:admin].', webinar],
  ['add', 401, 124, 'Invalid access token.', down],
  ['add', 403, 9999, 'Forbidden', down],
  ['add', 400, 9999, 'Something new about this person.', person],
  ['add', 404, 9999, 'Something new.', webinar],
  ['read', 400, 9999, 'Something new.', webinar],
  ['add', 429, 429, 'You have reached the maximum per-second rate limit for this API.', down],
  ['add', 408, 408, 'Request timeout', down],
])('the answer to %s, %i/%i %s, becomes the right error', (wish, status, code, message, kind) => {
  const problem = problemOf(answer(status, { code, message }), wish)
  expect(problem).toBeInstanceOf(kind)
  expect(problem.message).toBe(`Zoom says: ${message} (${status}/${code}, tracking ID v=2.0;rid=7)`)
  if ('code' in problem) expect(problem.code).toBe(String(code))
})

test('wrong fields are named in the message', () => {
  const errors = [{ field: 'first_name', message: 'Invalid field.' }]
  const problem = problemOf(answer(400, { code: 300, message: 'Validation Failed.', errors }), 'add')
  expect(problem.message).toContain('Validation Failed. first_name: Invalid field.')
})

test.each([undefined, '<html>', { error: 'blocked' }])(
  '%j counts as a refusal by something between us and Zoom',
  (content) => {
    expect(problemOf(answer(400, content), 'add')).toBeInstanceOf(ServiceDown)
  },
)

function answer(status: number, content: unknown) {
  const headers = new Headers({ 'x-zm-trackingid': 'v=2.0;rid=7' })
  return { status, headers, body: '', content, senseless: () => new ServiceDown() }
}
