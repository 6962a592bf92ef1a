import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Video } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import type { joinWebinar } from '#contract/webinars/joins.ts'
import { externalUrl } from '#web/core/ui/external-url.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { ContactSupport } from '#web/support/contact-support.tsx'
import { BeforeJoining } from './before-joining.tsx'
import { Countdown } from './countdown.tsx'
import { JoinFacts } from './join-facts.tsx'
import { RegisteredEventsLink } from './registered-events-link.tsx'

type JoinAnswer = Data<typeof joinWebinar>

interface Props {
  answer: JoinAnswer
  askAgain: () => unknown
}

/** What a join link has to say, and what there is to be done. */
export function Joining({ answer, askAgain }: Props) {
  const url = answer.state === 'ready' ? externalUrl(answer.joinUrl) : undefined
  // In place of this page: Back then leads to where the link was.
  useEffect(() => {
    if (url) location.replace(url)
  }, [url])
  const { heading, text } = wordsOf(answer, url)
  return (
    <Stack gap="lg" data-wide>
      <div role="status">
        <PageHeading>{heading}</PageHeading>
        <Text mt={6}>
          {answer.firstName && `Hello ${answer.firstName}. `}
          {text}
        </Text>
      </div>
      <JoinFacts {...answer} />
      {action()}
    </Stack>
  )

  function action(): ReactNode {
    const { state, opensAt, now, firstName } = answer
    switch (state) {
      case 'before':
        return (
          <>
            {opensAt && <Countdown label="Opens in" until={opensAt} portalNow={now} onOver={askAgain} />}
            <BeforeJoining firstName={firstName} pollFact={answer.pollFact} />
          </>
        )
      case 'unannounced':
        return (
          <>
            <BeforeJoining firstName={firstName} pollFact={answer.pollFact} />
            <Help />
          </>
        )
      case 'preparing':
        return <Loader type="dots" aria-hidden />
      case 'ready':
        return url ? (
          <JoinNow url={url} />
        ) : (
          <Help problem="The address of the room is not one that can be opened." />
        )
      case 'refused':
        return <Help problem={answer.problem} />
      case 'over':
        return <RegisteredEventsLink />
      case 'canceled':
        return (
          <>
            <Anchor component={Link} to={paths.upcomingEvents()}>
              See the upcoming events
            </Anchor>
            <RegisteredEventsLink />
          </>
        )
    }
  }
}

function JoinNow({ url }: { url: string }) {
  return (
    <Button component="a" href={url} size="xl" leftSection={<Video size={22} aria-hidden />}>
      Join now
    </Button>
  )
}

function Help({ problem = '' }: { problem?: string }) {
  return (
    <>
      {problem !== '' && (
        <Alert color="red" icon={<CircleAlert size={18} aria-hidden />}>
          {problem}
        </Alert>
      )}
      <Text>
        If this does not pass, please tell us: <ContactSupport />
      </Text>
    </>
  )
}

function wordsOf({ state }: JoinAnswer, url: string | undefined): { heading: string; text: string } {
  switch (state) {
    case 'before':
      return {
        heading: 'You are early',
        text: 'Keep this page open: it takes you into the webinar by itself, as soon as the room opens.',
      }
    case 'unannounced':
      return {
        heading: 'The webinar is being set up',
        text: 'Your login information will be available soon. Keep this page open: it looks again by itself.',
      }
    case 'preparing':
      return {
        heading: 'Your seat is being prepared',
        text: 'This takes a moment: you are taken into the webinar by itself.',
      }
    case 'ready':
      return url
        ? {
            heading: 'The room is open',
            text: 'You are being taken there. Should nothing happen, use the button.',
          }
        : notLetIn
    case 'refused':
      return notLetIn
    case 'over':
      return {
        heading: 'This event is over',
        text: 'Your certificate appears with your registered events once your attendance is recorded.',
      }
    case 'canceled':
      return {
        heading: 'You are no longer registered',
        text: 'The registration that this link belongs to was canceled. To attend, please register again.',
      }
  }
}

const notLetIn = {
  heading: 'You could not be let in',
  text: 'The webinar platform does not take you in, for the reason below. You are still registered here.',
}
