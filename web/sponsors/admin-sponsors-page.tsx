import { Checkbox, Text } from '@mantine/core'
import type { AdminEvent } from '#contract/events/calls.ts'
import type { Sponsor } from '#contract/sponsors/calls.ts'
import { addSponsor, changeSponsor, featureSponsor } from '#contract/sponsors/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { AdminEventParts } from '#web/events/admin-event-parts.tsx'
import { LogoCard, LogoCards } from '#web/events/logo-card.tsx'
import { showsEvents } from '#web/events/shows-events.ts'
import { AdminEditSponsor, showEditSponsor } from './admin-edit-sponsor.tsx'

/** 'Manage Sponsors': the sponsors of each event, and which one it features. */
export default function AdminSponsorsPage() {
  return (
    <>
      <AdminEventParts
        title="Manage Sponsors"
        part="sponsor"
        adds={addSponsor}
        onAdd={({ eventId, eventName }) => showEditSponsor({ eventId, eventName })}
      >
        {(event) => <Sponsors event={event} />}
      </AdminEventParts>
      <AdminEditSponsor />
    </>
  )
}

function Sponsors({ event }: { event: AdminEvent }) {
  const { eventId, eventName, sponsors } = event
  if (sponsors.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No sponsors yet.
      </Text>
    )
  }
  return (
    <LogoCards label={`Sponsors of ${eventName}`}>
      {sponsors.map((sponsor) => (
        <li key={sponsor.sponsorId}>
          <LogoCard
            logo={sponsor.logo}
            title={sponsor.companyName}
            lines={[(sponsor.website ?? '').replace(/^https:\/\/(www\.)?/, '')]}
            onOpen={
              can(changeSponsor)
                ? () => showEditSponsor({ eventId, eventName, partId: sponsor.sponsorId })
                : undefined
            }
          >
            <Allowed to={featureSponsor}>
              <Featured event={event} sponsor={sponsor} />
            </Allowed>
          </LogoCard>
        </li>
      ))}
    </LogoCards>
  )
}

/** Checking features it instead of the one before; unchecking features none. */
function Featured({ event, sponsor }: { event: AdminEvent; sponsor: Sponsor }) {
  const { eventId, featuredSponsorId } = event
  const { sponsorId, companyName } = sponsor
  const { act, given } = useAct(featureSponsor, {
    lane: `the featured sponsor of ${eventId}`,
    reloads: showsEvents,
    done: (_, { body }) =>
      toastDone(body.sponsorId === null ? 'No sponsor is featured' : `${companyName} is featured`),
    failed: 'The featured sponsor could not be changed. Please try again.',
    tell: toastError,
  })
  // What was chosen shows at once.
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
