import type { RegistrationFacts } from '#server/registrations/registrations/mails.ts'

// The portal, the registrations and the sender of all samples.

export const publicUrl = 'https://portal.example.com'
export const code = 'Yk3n8Qw2-sample-code-Vb7Rz'
export const sender = { name: 'IA Renewal Seminars', contact: 'events@example.com' }

export const virtual: RegistrationFacts = {
  registrationId: 7,
  userId: '00000000-0000-4000-8000-000000000007',
  firstName: 'Pat',
  lastName: "O'Brien-Łukasiewicz",
  email: 'pat@example.com',
  companyName: 'Söhne & Töchter Aviation',
  eventName: 'Piston IA Renewal Series 2027',
  eventId: 17,
  eventSlotId: 70,
  focusId: 2,
  focusName: 'Piston',
  venue: null,
  isInPerson: null,
  facts: null,
  joinCode: '00000000-0000-4000-8000-000000000017',
  moves: 0,
  schedule: 0,
  startOn: '2027-01-19',
  endOn: '2027-01-20',
  startTime: '08:00',
  endTime: '12:00',
  breaks: [],
}

export const inPerson: RegistrationFacts = {
  ...virtual,
  eventName: 'South Carolina IA Seminar 2027',
  focusId: 4,
  focusName: 'South Carolina',
  venue: 'Example Hall, 1 Airport Road, Columbia SC',
  startOn: '2027-03-09',
  endOn: '2027-03-09',
  endTime: '17:00',
  breaks: [{ from: '12:00', to: '13:00', name: 'Lunch' }],
}
