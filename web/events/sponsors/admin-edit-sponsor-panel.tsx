import { Stack, Textarea } from '@mantine/core'
import type { Sponsor } from '#contract/events/sponsors/calls.ts'
import {
  addSponsor,
  changeSponsor,
  deleteSponsor,
  featureSponsor,
  SponsorFields,
} from '#contract/events/sponsors/edits.ts'
import { call } from '#web/core/api/call.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { textRecord } from '#web/core/ui/record-kind.ts'
import type { EditedPart } from '#web/events/events/event-part-panel.tsx'
import { CompanyFields, companyLabels, EventPartPanel } from '#web/events/events/event-part-panel.tsx'

const labels = { ...companyLabels, description: 'Description' }
const sponsorKind = textRecord<keyof typeof labels, Sponsor & { isFeatured: boolean }>(labels)

/** Edits a sponsor of an event. */
export default function AdminEditSponsorPanel(props: EditedPart & DialogProps) {
  const { eventId } = props
  return (
    <EventPartPanel
      {...props}
      of="sponsor"
      kind={sponsorKind}
      find={({ sponsors, featuredSponsorId }, partId) => {
        const sponsor = sponsors.find(({ sponsorId }) => sponsorId === partId)
        return sponsor && { ...sponsor, isFeatured: partId === featuredSponsorId }
      }}
      check={(values) => schemaErrors(SponsorFields, values)}
      nameOf={({ companyName }) => companyName}
      save={(values, base) =>
        base
          ? call(changeSponsor, {
              body: { ...values, sponsorId: base.sponsorId, version: base.version },
            })
          : call(addSponsor, { body: { ...values, eventId } })
      }
      remove={({ sponsorId, version }) => call(deleteSponsor, { body: { sponsorId, version } })}
      restore={async (sponsor) => {
        const values = sponsorKind.valuesOf(sponsor)
        const { sponsorId } = await call(addSponsor, { body: { ...values, eventId } })
        if (sponsor.isFeatured) await call(featureSponsor, { body: { eventId, sponsorId } })
      }}
    >
      {({ fields }) => (
        <Stack>
          <CompanyFields fields={fields}>
            <Textarea
              label={labels.description}
              autosize
              minRows={4}
              maxRows={14}
              {...fields.getInputProps('description')}
            />
          </CompanyFields>
        </Stack>
      )}
    </EventPartPanel>
  )
}
