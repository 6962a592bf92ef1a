import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { paths } from '#contract/core/paths.ts'
import type { Consent } from '#contract/people/users/calls.ts'
import { getConsents, getProfile, updateMembershipInfo } from '#contract/people/users/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { keepUserData } from '#web/core/session/session.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { consentPreview } from './dialog-sections.ts'

/** The part of the profile page about the mailing list: each answer, and a button to withdraw. */
export function ConsentHistory() {
  return (
    <ProfileCard title="Mailing list">
      <Text c="dimmed" mb="md">
        News about events and products. Reminders of your own events are under{' '}
        <TextLink to={paths.registeredEvents()} hash="calendar-and-reminders" underline="always">
          Registered Events
        </TextLink>
        .
      </Text>
      <Loaded of={useData(getConsents, {})} loading={<Skeleton height={56} />}>
        {({ consents }) => <Consents consents={consents} />}
      </Loaded>
    </ProfileCard>
  )
}

function Consents({ consents }: { consents: Consent[] }) {
  const { button, problem } = useAct(updateMembershipInfo, {
    confirm: {
      title: 'Unsubscribe?',
      message:
        "You won't get news, and we won't share your future registrations with sponsors. Your current registrations stay.",
      confirmLabel: 'Unsubscribe',
      cancelLabel: 'Stay subscribed',
    },
    done: ({ userData }) => {
      keepUserData(userData)
      toastDone(consentPreview.refused)
    },
    failed: 'Please try again later',
    reloads: [getConsents, getProfile],
  })
  const [newest] = consents
  if (!newest) return <Text c="dimmed">We'll ask when you register for an event.</Text>
  const answer = { hasGivenMailingConsent: false, mailingConsentTimestamp: new Date() }
  return (
    <Stack>
      <Text fw={600}>{newest.isGiven ? consentPreview.given : consentPreview.refused}</Text>
      <ul className="lines">
        {consents.map((consent) => (
          <Box component="li" py={10} key={consent.answeredAt.getTime()}>
            <Hint>
              {shownInstant(consent.answeredAt)}
              {consent.eventName && `, for ${consent.eventName}`}
            </Hint>
            <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line' }}>
              {consent.textShown}
            </Text>
          </Box>
        ))}
      </ul>
      <FormProblem text={problem} />
      {newest.isGiven && (
        <Group justify="flex-end">
          <Button variant="default" {...button({ body: answer })}>
            Unsubscribe
          </Button>
        </Group>
      )}
    </Stack>
  )
}
