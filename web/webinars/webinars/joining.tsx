import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import { CalendarDays, CircleAlert, Clock, MonitorPlay, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { yourTime } from '#contract/events/slots/your-time.ts'
import type { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { ownZone } from '#web/core/texts/own-zone.ts'
import { externalUrl } from '#web/core/ui/external-url.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { ContactSupport } from '#web/foundation/support/contact-support.tsx'
import { Countdown } from './countdown.tsx'
import { PollCodePlace } from './poll-code-place.ts'
import { RegisteredEventsLink } from './unknown-join-link.tsx'

type JoinAnswer = Data<typeof joinWebinar>

interface Props {
  answer: JoinAnswer
  askAgain: () => unknown
}

/** A join link's state in words, and the next step. Opens the webinar as soon as it is ready. */
export function Joining({ answer, askAgain }: Props) {
  const url = answer.state === 'ready' ? externalUrl(answer.joinUrl) : undefined
  // Replaces this page in the history: Back leads to the page with the link.
  useEffect(() => {
    if (url) location.replace(url)
  }, [url])
  const { heading, text, action } = shownFor(answer, url, askAgain)
  return (
    <Stack gap="lg" data-wide>
      <div role="status">
        <PageHeading>{heading}</PageHeading>
        <Text mt={6}>
          {answer.firstName && `Hello ${answer.firstName}. `}
          {text}
        </Text>
      </div>
      <Facts answer={answer} />
      {action}
      {['ready', 'preparing', 'refused'].includes(answer.state) && <PollCodePlace />}
    </Stack>
  )
}

function shownFor(
  answer: JoinAnswer,
  url: string | undefined,
  askAgain: () => unknown,
): { heading: string; text: string; action: ReactNode } {
  switch (answer.state) {
    case 'before':
      return {
        heading: "You're early",
        text: "Keep this page open. We'll take you into the webinar as soon as it opens.",
        action: (
          <>
            {answer.opensAt && (
              <Countdown label="Opens in" until={answer.opensAt} portalNow={answer.now} onOver={askAgain} />
            )}
            <BeforeJoining answer={answer} />
          </>
        ),
      }
    case 'unannounced':
      return {
        heading: 'The webinar is being set up',
        text: 'Your login information will be available soon. Keep this page open. It checks again automatically.',
        action: (
          <>
            <BeforeJoining answer={answer} />
            <Help />
          </>
        ),
      }
    case 'preparing':
      return {
        heading: 'Getting you in',
        text: "This takes a moment. Then we'll take you into the webinar.",
        action: <Loader type="dots" aria-hidden />,
      }
    case 'ready':
      if (!url) return notLetIn("The webinar's link can't be opened.")
      return {
        heading: 'The webinar is open',
        text: 'Taking you there. If nothing happens, use the button.',
        action: (
          <Button component="a" href={url} size="xl" leftSection={<Video size={22} />}>
            Join now
          </Button>
        ),
      }
    case 'refused':
      return notLetIn(answer.problem)
    case 'over':
      return {
        heading: 'This event is over',
        text: "You'll find your certificate under Registered Events as soon as we've recorded your attendance.",
        action: <RegisteredEventsLink />,
      }
    case 'given-up':
      return {
        heading: "You're not in this time slot anymore",
        text: 'You canceled it, or the time slot was canceled. Your own registration stays.',
        action: <RegisteredEventsLink />,
      }
    case 'canceled':
      return {
        heading: 'Your registration was canceled',
        text: 'This link belongs to a canceled registration. To attend, register again.',
        action: (
          <>
            <TextLink to={paths.upcomingEvents()}>See the upcoming events</TextLink>
            <RegisteredEventsLink />
          </>
        ),
      }
  }
}

function notLetIn(problem: string) {
  return {
    heading: "You couldn't join",
    text: 'The webinar service refused, for the reason below. You are still registered.',
    action: <Help problem={problem} />,
  }
}

function Help({ problem = '' }: { problem?: string }) {
  return (
    <>
      {problem !== '' && (
        <Alert color="red" icon={<CircleAlert />}>
          {problem}
        </Alert>
      )}
      <Text>
        If this continues, tell us: <ContactSupport />
      </Text>
    </>
  )
}

/** Keeps '8:00 AM' in one line. */
function unbroken(text: string) {
  return text.replaceAll(/ ([AP]M)/g, '\u00a0$1')
}

/** The event and its time: Eastern, and in the visitor's time zone if it differs. */
function Facts({ answer: { eventName, slot, startsAt } }: { answer: JoinAnswer }) {
  const yours = startsAt && yourTime(startsAt, ownZone)
  const begins = startsAt && `Begins ${shownInstant(startsAt)}${yours ? `, ${yours}` : ''}`
  const facts = [
    [MonitorPlay, <strong key="event">{eventName}</strong>],
    [CalendarDays, unbroken(slot)],
    [Clock, begins && unbroken(begins)],
  ] as const
  return (
    <ul className="stack">
      {facts.map(
        ([Icon, fact]) =>
          fact && (
            <Group key={Icon.displayName} component="li" gap="xs" wrap="nowrap" align="start">
              <Icon size={18} color="var(--blue)" />
              {fact}
            </Group>
          ),
      )}
    </ul>
  )
}

function BeforeJoining({ answer: { firstName, pollFact } }: { answer: JoinAnswer }) {
  return (
    <section aria-labelledby="before-joining">
      <Text id="before-joining" component="h2" fw={650} fz="md" mb={8}>
        Before it starts
      </Text>
      <List spacing={6}>
        <List.Item>Turn your sound on and up. You don't need a microphone.</List.Item>
        <List.Item>
          Join with the name that you registered with{firstName && ` (${firstName})`}. We count your
          attendance by that name.
        </List.Item>
        <List.Item>Stay at the screen.{pollFact && ` ${pollFact}.`}</List.Item>
      </List>
    </section>
  )
}
