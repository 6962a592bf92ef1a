import { openGotoWebinar } from '#server/integrations/goto/goto-webinar.ts'
import { startFakeGotoWebinar } from './fake-goto-webinar.ts'
import type { WebinarHarnessKind } from './webinar-harness.ts'

/** More than needed: these tests are not about the limit. */
const perSecond = 500

/** GoTo Webinar, with waits short enough for tests. */
export const gotoHarness: WebinarHarnessKind = {
  name: 'GoTo Webinar',
  isElsewhere: true,
  refusesPeople: true,
  hasPolls: true,
  hasDailyQuota: false,
  canBeAway: true,
  async open() {
    const goto = await startFakeGotoWebinar()
    goto.limit(perSecond)
    const platform = openGotoWebinar(goto.settings, { timeoutMs: 1000, firstMs: 50, pauseMs: 20, perSecond })
    return {
      platform,
      givenWebinar({ topic, startsAt, hostEmail, isClosed, needsApproval = false } = {}) {
        const webinarKey = goto.givenWebinar({
          needsApproval,
          ...(topic && { subject: topic }),
          ...(hostEmail && { organizerEmail: hostEmail }),
          ...(startsAt && {
            times: [
              {
                startTime: startsAt.toISOString(),
                endTime: new Date(startsAt.getTime() + 4 * 3_600_000).toISOString(),
              },
            ],
          }),
        })
        // GoTo cannot close registration, so a webinar that nobody may register for is deleted.
        if (isClosed) goto.webinars.delete(webinarKey)
        return webinarKey
      },
      register(webinarId, people) {
        for (const person of people) goto.register(webinarId, person)
      },
      cancel: (webinarId, email) => goto.change(webinarId, email, 'cancel'),
      count: (webinarId) =>
        [...(goto.webinars.get(webinarId)?.registrants.values() ?? [])].filter(
          ({ status }) => status !== 'DENIED',
        ).length,
      hold: (webinarId, attendees, place) =>
        goto.hold(
          webinarId,
          attendees.map(({ email, name, visits, answers }) => ({
            email,
            firstName: name.replace(/ .*/, ''),
            lastName: name.replace(/^\S+ ?/, ''),
            attendance: visits.map(({ joinedAt, leftAt }) => ({
              joinTime: joinedAt.toISOString(),
              leaveTime: leftAt.toISOString(),
            })),
            polls: answers.map(({ question, answer }) => ({ question, answers: [answer] })),
          })),
          place,
        ),
      failNext: goto.faults.failNext,
      useUpQuota() {},
      refusedPerson: () => ({ email: 'pat@nowhere', firstName: 'Pat', lastName: 'Pending' }),
      goAway: goto.goAway,
      comeBack: goto.comeBack,
      async close() {
        platform.close()
        await goto.close()
      },
    }
  },
}
