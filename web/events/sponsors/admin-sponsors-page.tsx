import { Checkbox } from '@mantine/core'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { Sponsor } from '#contract/events/sponsors/calls.ts'
import { addSponsor, changeSponsor, featureSponsor } from '#contract/events/sponsors/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { AdminEventParts } from '#web/events/events/admin-event-parts.tsx'
import type { EditedPart } from '#web/events/events/event-part-panel.tsx'
import { LogoCard, LogoCards } from '#web/events/events/logo-card.tsx'
import { showsEvents } from '#web/events/events/shows-events.ts'

const editor = pagePanel<EditedPart>(() => import('./admin-edit-sponsor-panel.tsx'), 'a sponsor')

/** 'Manage Sponsors': each event's sponsors, and the featured one. On the tab of an event: that event's. */
export default function AdminSponsorsPage() {
  return (
    <>
      <AdminEventParts
        title="Sponsors"
        part="sponsor"
        adds={addSponsor}
        onAdd={({ eventId, eventName }) => editor.show({ eventId, eventName })}
      >
        {(event) => <Sponsors event={event} />}
      </AdminEventParts>
      <editor.Panel />
    </>
  )
}

function Sponsors({ event }: { event: AdminEvent }) {
  const { eventId, eventName, sponsors } = event
  return (
    <LogoCards label={`Sponsors of ${eventName}`} of="sponsors">
      {sponsors.map((sponsor) => (
        <LogoCard
          key={sponsor.sponsorId}
          logo={sponsor.logo}
          title={sponsor.companyName}
          text={(sponsor.website ?? '').replace(/^https:\/\/(www\.)?/, '')}
          onOpen={
            can(changeSponsor)
              ? () => editor.show({ eventId, eventName, partId: sponsor.sponsorId })
              : undefined
          }
        >
          {can(featureSponsor) && <Featured event={event} sponsor={sponsor} />}
        </LogoCard>
      ))}
    </LogoCards>
  )
}

/** Checking a sponsor replaces the featured one; unchecking leaves none. */
function Featured({ event, sponsor }: { event: AdminEvent; sponsor: Sponsor }) {
  const { eventId, featuredSponsorId } = event
  const { sponsorId, companyName } = sponsor
  const { act, given } = useAct(featureSponsor, {
    lane: `the featured sponsor of ${eventId}`,
    reloads: showsEvents,
    toast: (_, { body }) =>
      body.sponsorId === null ? 'No sponsor is featured' : `${companyName} is featured`,
    failed: "Couldn't change the featured sponsor. Try again.",
    tell: 'toast',
  })
  // The choice shows before the answer.
  const isFeatured = (given ? given.body.sponsorId : featuredSponsorId) === sponsorId
  return (
    <Checkbox
      size="xs"
      label="Featured sponsor"
      aria-label={`Feature ${companyName}`}
      checked={isFeatured}
      onChange={() => void act({ body: { eventId, sponsorId: isFeatured ? null : sponsorId } })}
    />
  )
}
