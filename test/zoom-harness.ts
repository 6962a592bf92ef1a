import { openZoom } from '#server/integrations/zoom/zoom.ts'
import { startFakeZoom } from './fake-zoom.ts'
import type { FakeZoomAccount } from './fake-zoom-account.ts'
import type { GivenAttendee, WebinarHarnessKind } from './webinar-harness.ts'

/** Zoom, with waits short enough for tests. */
export const zoomHarness: WebinarHarnessKind = {
  name: 'Zoom',
  isElsewhere: true,
  refusesPeople: true,
  hasPolls: true,
  hasDailyQuota: true,
  canBeAway: true,
  async open() {
    const zoom = await startFakeZoom()
    const platform = openZoom(zoom.settings, { timeoutMs: 1000, firstMs: 50 })
    return {
      platform,
      givenWebinar: ({ startsAt, isClosed, needsApproval, ...facts } = {}) =>
        zoom.givenWebinar({
          ...facts,
          ...(startsAt && { startTime: startsAt.toISOString().replace('.000', '') }),
          ...(needsApproval && { approvalType: 1 }),
          ...(isClosed && { isOver: true }),
        }),
      register: (webinarId, people) => {
        for (const person of people) zoom.register(webinarId, person)
      },
      cancel: (webinarId, email) => zoom.change(webinarId, email, 'cancel'),
      count: (webinarId) => zoom.webinars.get(webinarId)?.registrants.size ?? 0,
      hold: (webinarId, attendees, place) => hold(zoom, webinarId, attendees, place),
      loseReport(webinarId, place) {
        const instance = zoom.webinars.get(webinarId)?.instances[place]
        if (instance) instance.isUnreported = true
      },
      failNext: zoom.faults.failNext,
      useUpQuota: () => zoom.leaveForToday('Light', 0),
      refusedPerson: (webinarId) => ({
        email: zoom.webinars.get(webinarId)?.hostEmail ?? '',
        firstName: 'Hope',
        lastName: 'Host',
      }),
      goAway: zoom.goAway,
      comeBack: zoom.comeBack,
      async close() {
        platform.close()
        await zoom.close()
      },
    }
  },
}

/** A UUID with every character that addresses must encode. */
const awkwardUuid = '/aB//c+D=='

/** The id of a poll with several questions. */
const usualPollId = '798fGJEWrA'

function hold(zoom: FakeZoomAccount, webinarId: string, attendees: GivenAttendee[], at?: number): void {
  const webinar = zoom.webinars.get(webinarId)
  const place = at ?? webinar?.instances.length ?? 0
  const starts = attendees.flatMap(({ visits }) => visits.map(({ joinedAt }) => joinedAt.getTime()))
  const registrantOf = (email: string) =>
    [...(webinar?.registrants.values() ?? [])].find((each) => each.email === email)
  webinar?.instances.splice(place, 1, {
    uuid: `${awkwardUuid}${place}`,
    ...(starts.length > 0 && { startTime: inUtc(new Date(Math.min(...starts))) }),
    participants: attendees.flatMap(({ email, signedInAs, name, visits }) =>
      visits.map(({ joinedAt, leftAt }) => ({
        id: '',
        user_id: '20162560',
        name,
        user_email: signedInAs ?? email,
        registrant_id: registrantOf(email)?.id ?? '',
        join_time: inUtc(joinedAt),
        leave_time: inUtc(leftAt),
        duration: (leftAt.getTime() - joinedAt.getTime()) / 1000,
        failover: false,
        status: 'in_meeting',
      })),
    ),
    questions: attendees
      .filter(({ answers }) => answers.length > 0)
      .map(({ email, name, answers }) => ({
        name,
        email,
        question_details: answers.map(({ question, answer, answeredAt, pollId }) => ({
          polling_id: pollId ?? usualPollId,
          question,
          answer,
          date_time: answeredAt ? inUtc(answeredAt) : '2027-02-10 14:35:12',
        })),
      })),
  })
}

function inUtc(instant: Date): string {
  return instant.toISOString().replace('.000', '')
}
