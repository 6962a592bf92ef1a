import { Button, Stack } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { Offer } from '#contract/registrations/waitlists/calls.ts'
import { getOffer, takeSeat } from '#contract/registrations/waitlists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { codeInFragment } from '#web/core/mailed-code.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Failure } from '#web/core/ui/failure.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { SlotTimes } from '#web/events/slots/slot-times.tsx'
import { EmailLinkIncomplete } from '#web/people/email-changes/email-link-step.tsx'

/** The page of an offered seat. Opening it takes nothing, because mail scanners open links, too. */
export default function OfferedSeatPage() {
  const code = useLocation({ select: codeInFragment })
  if (!code) return <EmailLinkIncomplete />
  return (
    <DataProvider>
      <OfferedSeat key={code} code={code} />
    </DataProvider>
  )
}

function OfferedSeat({ code }: { code: string }) {
  const body = { code }
  const { data: offer, error, reload } = useData(getOffer, { body })
  const { button, problem } = useAct(takeSeat, { reloads: [getOffer] })
  if (error?.code === 'OFFER_NOT_FOUND') return <EmailLinkIncomplete />
  if (!offer) {
    return (
      <Stack gap="lg">
        <PageHeading>Your seat</PageHeading>
        {error ? <Failure error={error} retry={reload} /> : <PageSkeleton />}
      </Stack>
    )
  }
  const { heading, text, next } = words[offer.state]
  const { link, to } = next ?? { link: 'See the time slot', to: paths.upcomingEvents(offer) }
  return (
    <Stack gap="lg">
      <PageHeading key={offer.state} text={text(offer)}>
        {heading}
      </PageHeading>
      <div className="card pad tight">
        <strong className="anywhere">{offer.eventName}</strong>
        <SlotTimes slot={offer} isInPerson={offer.isInPerson} />
      </div>
      {offer.state === 'offered' ? (
        <>
          <FormProblem text={problem} />
          <Button size="md" {...button({ body })}>
            Claim my seat
          </Button>
        </>
      ) : (
        <Button component={Link} to={to} size="md" variant="default">
          {link}
        </Button>
      )}
    </Stack>
  )
}

const registration = { link: 'See your registration', to: paths.registeredEvents() } as const
const events = { link: 'See the upcoming events', to: paths.upcomingEvents() } as const

interface Words {
  heading: string
  text: (offer: Offer) => string
  /** The next page; absent: the slot, to register for it or to join its waitlist again. */
  next?: typeof registration | typeof events
}

const words: Record<Offer['state'], Words> = {
  offered: {
    heading: 'A seat is available',
    text: ({ offeredUntil }) =>
      offeredUntil
        ? `It's held for you until ${shownInstant(offeredUntil)}. If you are registered for another time slot of this event, claiming it moves you.`
        : '',
  },
  taken: {
    heading: 'The seat is yours',
    text: () => "You're registered. We've emailed you a confirmation.",
    next: registration,
  },
  canceled: {
    heading: 'Your registration was canceled',
    text: () => 'You claimed this seat. You can register again while the time slot has seats.',
  },
  moved: {
    heading: 'Your time slot has changed',
    text: () => "You claimed this seat. You're now registered for another time slot of this event.",
    next: registration,
  },
  expired: over('It has expired, and the seat goes to the next person. You can join the waitlist again.'),
  left: over("You aren't on this waitlist anymore. If the time slot is still full, you can join it again."),
  begun: { ...over('The time slot has started.'), next: events },
  deleted: { ...over('The time slot was canceled.'), next: events },
}

function over(why: string): Words {
  return { heading: 'This offer has expired', text: () => why }
}
