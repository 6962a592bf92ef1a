import { Stack, Textarea } from '@mantine/core'
import type { Sponsor } from '#contract/events/sponsors/calls.ts'
import { addSponsor, changeSponsor, deleteSponsor, SponsorFields } from '#contract/events/sponsors/edits.ts'
import { call } from '#web/core/api/call.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { textRecord } from '#web/core/ui/record-kind.ts'
import type { EditedPart } from '#web/events/events/event-part-panel.tsx'
import { CompanyFields, companyLabels, EventPartPanel } from '#web/events/events/event-part-panel.tsx'

const labels = { ...companyLabels, description: 'Description' }
const sponsorKind = textRecord<keyof typeof labels, Sponsor>(labels)

/** Edits a sponsor of an event. */
export default function AdminEditSponsorPanel(props: EditedPart & DialogProps) {
  const { eventId } = props
  return (
    <EventPartPanel
      {...props}
      of="sponsor"
      kind={sponsorKind}
      find={({ sponsors }, partId) => sponsors.find(({ sponsorId }) => sponsorId === partId)}
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
