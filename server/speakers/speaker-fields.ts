import type { SpeakerEdit } from '#contract/speakers/edits.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { givenFields, textOrNull } from '#server/core/given-fields.ts'
import { refuseLostLogo } from '#server/events/event-logos.ts'
import type { Tx } from '#server/services.ts'

/** Returns a speaker's given fields as stored, formatted ones sanitized. Refuses a logo that is not stored here. */
export async function writtenSpeaker(
  tx: Tx,
  {
    companyName,
    logo,
    courseDetails,
    presenterDetails,
    ...given
  }: Omit<SpeakerEdit, 'speakerId' | 'version'>,
) {
  await refuseLostLogo(tx, logo)
  const { day, courseTitle, presenterName, presenterDesignation, videoLink, website, email } = given
  const optional = {
    day,
    courseTitle,
    courseDetails: courseDetails && cleanHtml(courseDetails),
    presenterName,
    presenterDesignation,
    presenterDetails: presenterDetails && cleanHtml(presenterDetails),
    videoLink: textOrNull(videoLink),
    website: textOrNull(website),
    email: textOrNull(email),
  }
  return { companyName, logo, ...givenFields(optional) }
}
