import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test.each([
  [paths.login(), '/login'],
  [paths.certificate({ code: 'AbC-_1' }), '/download?certificate=AbC-_1'],
  [paths.certificateVerification({ code: 'AbC-_1' }), '/verify/AbC-_1'],
  [paths.signInLink({ code: 'AbC-_1' }), '/handle-redirect-login#code=AbC-_1'],
  [paths.resetPassword({ code: 'AbC-_1' }), '/admin/reset-password#code=AbC-_1'],
  [paths.upcomingEvents({ event: 0 }), '/private/upcoming-events?event=0'],
])('the address in emails and PDFs is %s', (address, expected) => {
  expect(address).toBe(expected)
})

test.each(Object.entries(paths))('the page %s has an absolute path without parameters', (_, page) => {
  expect(page()).toMatch(/^(\/[a-z-]+)+$/)
})
