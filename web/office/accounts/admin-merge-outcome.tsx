import { Badge, Group, List, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { FilledField, FilledFields } from '#contract/office/accounts/merges.ts'
import { separableDays } from '#contract/office/accounts/merges.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import type { MergeVerdict } from '#contract/registrations/registrations/merges.ts'
import { shownPhone } from '#web/people/users/shown-phone.ts'

interface Props {
  /** The registrations of both accounts. */
  registrations: Account['registrations']
  verdicts: Map<number, MergeVerdict>
  filled: FilledFields
  absorbedEmail: string
}

/** A merge's effect, before it is done. */
export function AdminMergeOutcome({ registrations, verdicts, filled, absorbedEmail }: Props) {
  // The changed registrations come first.
  const held = (['ends', 'moves', 'stays'] as const).flatMap((verdict) =>
    registrations.filter(({ registrationId }) => verdicts.get(registrationId) === verdict),
  )
  const filledNames = (Object.keys(fieldNames) as NamedField[]).filter((field) => filled[field]?.[1])
  return (
    <section className="stack" aria-label="Result of the merge">
      <Part title="Registrations">
        {held.length === 0 && <p>Neither account has any.</p>}
        {[...verdicts.values()].includes('ends') && (
          <p>
            If both accounts are registered for an event, we keep the registration with more hours. If the
            hours are equal, we keep the one of the kept account.
          </p>
        )}
        {held.length > 0 && (
          <ul className="card lines">
            {held.map((registration) => (
              <Held
                key={registration.registrationId}
                registration={registration}
                verdict={verdicts.get(registration.registrationId) as MergeVerdict}
              />
            ))}
          </ul>
        )}
      </Part>
      {filledNames.length > 0 && (
        <Part title="Profile">
          <p>Blank fields of the kept account are filled from the other:</p>
          <List size="sm">
            {filledNames.map((field) => (
              <List.Item key={field}>
                {fieldNames[field]}: {shownField(field, String(filled[field]?.[1]))}
              </List.Item>
            ))}
          </List>
        </Part>
      )}
      <Part title="What happens next">
        <List size="sm">
          <List.Item>We email both addresses, and take canceled time slots out of their calendars.</List.Item>
          <List.Item>
            {absorbedEmail} is signed out everywhere. No one else can use this email for {separableDays} days.
          </List.Item>
          <List.Item>The mailing-list choices of the kept account apply.</List.Item>
          <List.Item>You can undo the merge on this person’s page for {separableDays} days.</List.Item>
        </List>
      </Part>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  )
}

interface HeldProps {
  registration: Account['registrations'][number]
  verdict: MergeVerdict
}

function Held({ registration, verdict }: HeldProps) {
  const { eventName, hours, certificateLink } = registration
  return (
    <Group component="li" justify="space-between" px="sm" py="xs">
      <div>
        {eventName}
        <div className="muted small">
          {shownTimeslot(registration)}
          {hours > 0 && ` · ${shownHours(hours)}`}
        </div>
        {verdict === 'ends' && certificateLink !== null && (
          <Text size="sm" c="var(--warn)">
            We withdraw its certificate.
          </Text>
        )}
      </div>
      <Badge color={verdict === 'ends' ? 'red' : verdict === 'moves' ? 'brand' : 'gray'}>
        {verdictWords[verdict]}
      </Badge>
    </Group>
  )
}

const fieldNames = {
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country',
  state: 'State/Province',
  zip: 'ZIP/Postal code',
  companyName: 'Company',
  phone: 'Phone',
  faaSafetyEmail: 'FAASafety.gov email',
  aopaNumber: 'AOPA number',
  nbaaNumber: 'NBAA number',
  vaiNumber: 'VAI number',
} as const satisfies Partial<Record<FilledField, string>>
type NamedField = keyof typeof fieldNames

function shownField(field: NamedField, value: string) {
  return field === 'phone' ? shownPhone(value, '') : value
}

const verdictWords: Record<MergeVerdict, string> = { stays: 'Stays', moves: 'Moves', ends: 'Canceled' }
