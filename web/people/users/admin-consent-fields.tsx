import { Radio, Skeleton, Stack, Text } from '@mantine/core'
import type { AnsweredConsent } from '#contract/people/users/edits.ts'
import { getUserConsents } from '#contract/people/users/edits.ts'
import { consentTexts } from '#contract/people/users/memberships.ts'
import { useData } from '#web/core/api/data.tsx'
import type { Fields } from '#web/core/ui/fields.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { AdminConsents } from './admin-consents.tsx'
import { consentPreview } from './dialog-sections.ts'
import type { UserEditValues } from './user-edit-values.ts'

interface Props {
  userId: string
  fields: Fields<UserEditValues>
}

/** Shows a person's answers about the mailing list, and records one on their behalf. */
export function AdminConsentFields({ userId, fields }: Props) {
  const read = useData(getUserConsents, { query: { userId } })
  return (
    <PanelSection title="Mailing list and release to sponsors">
      <Loaded of={read} loading={<Skeleton height={56} />}>
        {({ consents }) => (
          <Stack>
            <Text size="sm">{shownAnswer(consents)}</Text>
            <Radio.Group
              label="Record consent for them"
              description="Only if they said so. Your name is recorded."
              {...fields.getInputProps('consent')}
            >
              <Stack gap={10} mt="sm">
                <Radio value="" label="No change" />
                <Radio value="given" label="They agree" description={consentTexts.givenFor} />
                <Radio value="refused" label="They do not agree" description={consentTexts.withdrawnFor} />
              </Stack>
            </Radio.Group>
            <AdminConsents consents={consents} />
          </Stack>
        )}
      </Loaded>
    </PanelSection>
  )
}

function shownAnswer([newest]: AnsweredConsent[]) {
  if (!newest) return 'Not asked yet.'
  return newest.isGiven ? consentPreview.given : consentPreview.refused
}
