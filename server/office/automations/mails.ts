import type { MailContent } from '#server/core/mail/mail-layout.ts'

interface About {
  eventName: string
  /** The slot's day and time. */
  time: string
  /** The page of the slot's hours. */
  link: string
}

/** Returns the mail that proposes to credit people. */
export function readyMail(people: number): (about: About) => MailContent {
  return ({ eventName, time, link }) => ({
    subject: `${people} ${people === 1 ? 'person is' : 'people are'} ready for certificates: ${eventName}`,
    paragraphs: [
      `The hours of ${eventName}, ${time}, are counted. One click credits ${people === 1 ? 'the person' : `the ${people} people`} whose hours are certain.`,
    ],
    action: { label: 'See who gets what', url: link },
  })
}

/** Tells the staff that an anomaly blocks a slot's credits. */
export function heldUpMail({ eventName, time, link }: About): MailContent {
  return {
    subject: `Certificates are on hold: ${eventName}`,
    paragraphs: [
      `Something is unusual about the reports of ${eventName}, ${time}, so no hours are given automatically. Fix it or set it aside.`,
    ],
    action: { label: 'See the reports', url: link },
  }
}
