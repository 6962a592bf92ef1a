import { Skeleton } from '@mantine/core'
import { getRoster } from '#contract/counting/credit-rosters/calls.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { can } from '#web/core/session/can.ts'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { CreditRosterLink } from '#web/counting/credit-rosters/credit-roster-link.tsx'
import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { NewInspectionLink } from '#web/events/events/new-inspection-link.tsx'
import { ActivityHistory } from '#web/foundation/activities/activity-history.tsx'

/** An event's tab 'Records': the file for the FAA, the credit roster, and all that was done. */
export default function AdminEventRecordsPage() {
  const { eventId } = useEventOfPage().event
  return (
    <AdminPage title="Records">
      {can(downloadInspectionPack) && (
        <section className="card pad stack" aria-labelledby="faa-records">
          <h2 id="faa-records">FAA records</h2>
          <p>One file has the certificates, reports, hours and decisions of this event.</p>
          <div>
            <NewInspectionLink of="event" id={eventId} />
          </div>
        </section>
      )}
      {can(getRoster) && (
        <section className="card pad stack" aria-labelledby="credit-roster">
          <h2 id="credit-roster">Credit roster</h2>
          <p>Report who earned hours to FAASafety.gov, and note what was reported.</p>
          <div>
            <CreditRosterLink of={{ event: eventId }} />
          </div>
        </section>
      )}
      <section className="stack" aria-labelledby="activity-log">
        <h2 id="activity-log">Activity log</h2>
        <div className="card">
          <ActivityHistory filter={{ eventId }} loading={<Skeleton height={240} />} />
        </div>
      </section>
    </AdminPage>
  )
}
