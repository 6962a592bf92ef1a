import { Stack, Textarea } from '@mantine/core'
import { addSponsor, changeSponsor, deleteSponsor } from '#contract/sponsors/edits.ts'
import { call } from '#web/core/api/call.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { CompanyFields, type EditedPart, EventPartPanel } from '#web/events/event-part-panel.tsx'
import { sponsorErrors, sponsorKind } from './sponsor-values.ts'

/** Edits a sponsor of an event. */
export default function AdminEditSponsorPanel(props: EditedPart & DialogProps) {
  const { eventId } = props
  return (
    <EventPartPanel
      {...props}
      of="sponsor"
      kind={sponsorKind}
      find={({ sponsors }, partId) => sponsors.find(({ sponsorId }) => sponsorId === partId)}
      check={sponsorErrors}
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
        <Stack gap="md">
          <CompanyFields fields={fields}>
            <Textarea
              label="Description"
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
