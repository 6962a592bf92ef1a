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
      hold: (webinarId, attendees) => hold(zoom, webinarId, attendees),
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

function hold(zoom: FakeZoomAccount, webinarId: string, attendees: GivenAttendee[]): void {
  const webinar = zoom.webinars.get(webinarId)
  const registrantOf = (email: string) =>
    [...(webinar?.registrants.values() ?? [])].find((each) => each.email === email)
  webinar?.instances.push({
    uuid: `${awkwardUuid}${webinar.instances.length}`,
    participants: attendees.flatMap(({ email, signedInAs, name, visits }) =>
      visits.map(({ joinedAt, leftAt }) => ({
        id: '',
        user_id: '20162560',
        name,
        user_email: signedInAs ?? email,
        registrant_id: registrantOf(email)?.id ?? '',
        join_time: joinedAt.toISOString().replace('.000', ''),
        leave_time: leftAt.toISOString().replace('.000', ''),
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
        question_details: answers.map((each) => ({ ...each, date_time: '2027-02-10 14:35:12' })),
      })),
  })
}
