import { Badge, List, Title } from '@mantine/core'
import {
  type FilledField,
  type FilledFields,
  type MergeVerdict,
  separableDays,
} from '#contract/accounts/merges.ts'
import type { Account } from '#contract/accounts/records.ts'
import { shownHours } from '#contract/events/facts.ts'
import { shownTimeslot } from '#contract/slots/timeslots.ts'
import { shownPhone } from '#web/users/shown-phone.ts'
import styles from './admin-merge-accounts.module.css'

interface Props {
  /** Of both accounts. */
  registrations: Account['registrations']
  verdicts: Map<number, MergeVerdict>
  filled: FilledFields
  absorbedEmail: string
}

/** What two accounts will be, before it is done. */
export function AdminMergeOutcome({ registrations, verdicts, filled, absorbedEmail }: Props) {
  // What changes is what somebody looks for.
  const held = (['ends', 'moves', 'stays'] as const).flatMap((verdict) =>
    registrations.filter(({ registrationId }) => verdicts.get(registrationId) === verdict),
  )
  return (
    <section className="stack" aria-label="What becomes of them">
      <Title order={3} size="sm" mt="xs">
        Registrations
      </Title>
      {held.length === 0 && <p>Neither account holds any.</p>}
      {[...verdicts.values()].includes('ends') && (
        <p>
          For an event that both hold, the registration with more hours goes on; else that of the account that
          does.
        </p>
      )}
      <ul className={`card lines ${styles.held}`}>
        {held.map((registration) => {
          const verdict = verdicts.get(registration.registrationId) as MergeVerdict
          return (
            <li key={registration.registrationId} className="spread">
              <div>
                {registration.eventName}
                <div className="muted small">
                  {shownTimeslot(registration)}
                  {registration.hours > 0 && ` · ${shownHours(registration.hours)}`}
                </div>
                {verdict === 'ends' && registration.certificateLink !== null && (
                  <div className={`small ${styles.why}`}>Its certificate is withdrawn.</div>
                )}
              </div>
              <Badge color={verdict === 'ends' ? 'red' : verdict === 'moves' ? 'brand' : 'gray'}>
                {verdictWords[verdict]}
              </Badge>
            </li>
          )
        })}
      </ul>
      <FilledProfile filled={filled} />
      <Title order={3} size="sm" mt="xs">
        What follows
      </Title>
      <List size="sm">
        <List.Item>
          Both are told by email, with what takes a canceled time slot out of their calendar.
        </List.Item>
        <List.Item>
          {absorbedEmail} is signed out everywhere, and is nobody else’s for {separableDays} days.
        </List.Item>
        <List.Item>
          What was agreed for mailing lists stays what the account that goes on has answered.
        </List.Item>
        <List.Item>For {separableDays} days it can be undone on this person’s page.</List.Item>
      </List>
    </section>
  )
}

/** The fields that are filled from the other account. */
function FilledProfile({ filled }: { filled: FilledFields }) {
  const shown = (Object.keys(fieldNames) as NamedField[]).filter((field) => filled[field]?.[1])
  if (shown.length === 0) return null
  return (
    <>
      <Title order={3} size="sm" mt="xs">
        Profile
      </Title>
      <p>What this account has left blank is taken from the other:</p>
      <List size="sm">
        {shown.map((field) => (
          <List.Item key={field}>
            {fieldNames[field]}: {shownField(field, String(filled[field]?.[1]))}
          </List.Item>
        ))}
      </List>
    </>
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
  aopaNumber: 'AOPA number',
  nbaaNumber: 'NBAA number',
  vaiNumber: 'VAI number',
} as const satisfies Partial<Record<FilledField, string>>
type NamedField = keyof typeof fieldNames

function shownField(field: NamedField, value: string): string {
  return field === 'phone' ? shownPhone(value, '') : value
}

const verdictWords: Record<MergeVerdict, string> = { stays: 'Stays', moves: 'Moves', ends: 'Canceled' }
