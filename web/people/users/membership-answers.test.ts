import { expect, test } from 'vitest'
import type { MembershipAnswers } from './membership-answers.ts'
import { answerErrors, membershipPayload } from './membership-answers.ts'

const nothing: MembershipAnswers = {
  AOPA: '',
  NBAA: '',
  VAI: '',
  skipped: { AOPA: false, NBAA: false, VAI: false },
  mailingList: false,
  release: false,
  CONSENT: '',
}
const now = new Date('2027-01-10T15:00:00Z')
const event = { eventId: 7, eventName: 'Piston IA Renewal Series' }

test('every open section needs an answer', () => {
  expect(answerErrors(['AOPA', 'CONSENT'], nothing)).toEqual({
    AOPA: 'Please provide your AOPA number or choose to skip',
    CONSENT: 'Both consent checkboxes must be checked to proceed with registration',
  })
})

test('an invalid number is refused before it is sent', () => {
  expect(answerErrors(['VAI'], { ...nothing, VAI: 'a\u0000b' })).toHaveProperty('VAI')
})

test('a number or a skip answers a section', () => {
  expect(answerErrors(['AOPA'], { ...nothing, AOPA: '123' })).toEqual({})
  expect(answerErrors(['AOPA'], { ...nothing, skipped: { ...nothing.skipped, AOPA: true } })).toEqual({})
})

test('only the answers that were asked for are sent', () => {
  expect(membershipPayload(['NBAA'], { ...nothing, NBAA: ' 42 ', AOPA: '9' }, event, now)).toEqual({
    nbaaNumber: '42',
    nbaaSkipped: false,
  })
})

test('a skipped membership is sent without a number', () => {
  const answers = { ...nothing, AOPA: '', skipped: { ...nothing.skipped, AOPA: true } }
  expect(membershipPayload(['AOPA'], answers, event, now)).toEqual({ aopaNumber: null, aopaSkipped: true })
})

test('consent is sent with its event and the time of the first try', () => {
  const consent = { ...nothing, mailingList: true, release: true }
  expect(membershipPayload(['CONSENT'], consent, event, now)).toMatchObject({
    hasGivenMailingConsent: true,
    mailingConsentTimestamp: now,
    mailingConsentEventId: 7,
    mailingConsentEventName: 'Piston IA Renewal Series',
  })
})
