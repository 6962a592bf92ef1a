import { NumberInput } from '@mantine/core'
import { ListOrdered } from 'lucide-react'
import { useContext } from 'react'
import { paths } from '#contract/core/paths.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Waitlist, WaitlistEntry } from '#contract/registrations/waitlists/calls.ts'
import { getWaitlists, moveInWaitlist, offerOutOfTurn } from '#contract/registrations/waitlists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { orOverbook } from '#web/core/ui/overbook.ts'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { EventOfPageContext } from '#web/events/events/event-of-page.ts'
import { fullness } from '#web/events/slots/seats.ts'

/** 'Waitlists' of all slots: who waits, and who has an offer. On the tab of an event: those of its slots. */
export default function AdminWaitlistsPage() {
  const eventId = useContext(EventOfPageContext)?.event.eventId
  return (
    <AdminPage>
      <div>
        <PageHeading>{eventId === undefined ? 'Waitlists' : 'Waitlist'}</PageHeading>
        <Hint>
          A seat that opens up is offered to the next person automatically, from 7 AM to 9 PM Eastern. They
          have 24 hours to claim it (4 hours in the last two days before the event).
        </Hint>
      </div>
      <Loaded
        of={useData(getWaitlists, {}, { every: 60_000 })}
        loading={<TableSkeleton label="Loading the waitlists" />}
      >
        {(read) => {
          const waitlists = read.waitlists.filter((each) => eventId === undefined || each.eventId === eventId)
          return waitlists.length === 0 ? (
            <EmptyState
              icon={ListOrdered}
              title="No one is waiting"
              text="People can join the waitlist of a time slot that has no seat left."
            />
          ) : (
            waitlists.map((waitlist) => <WaitlistOfSlot key={waitlist.eventSlotId} waitlist={waitlist} />)
          )
        }}
      </Loaded>
    </AdminPage>
  )
}

function WaitlistOfSlot({ waitlist }: { waitlist: Waitlist }) {
  const id = `waitlist-${waitlist.eventSlotId}`
  const last = waitlist.entries.filter(({ place }) => place > 0).length
  const offered = waitlist.entries.length - last
  return (
    <section className="stack" aria-labelledby={id}>
      <div>
        <h2 id={id}>{waitlist.eventName}</h2>
        <p className="muted small figures">
          {[shownTimeslot(waitlist), fullness(waitlist, offered)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="card">
        <RecordTable
          label={`Waitlist of ${waitlist.eventName}, ${shownTimeslot(waitlist)}`}
          widths={{ Place: offered > 0 ? '14rem' : '5rem', Person: '20%', Joined: '12rem', Actions: '16rem' }}
          rows={waitlist.entries}
          rowId="waitlistEntryId"
          columns={{
            Place: ({ place, offeredUntil }) =>
              offeredUntil ? `Offered until ${shownInstant(offeredUntil)}` : place,
            Person: ({ userId, name, email }) => (
              <TextLink to={`${paths.account()}/$userId`} params={{ userId }} inherit>
                {name || email}
              </TextLink>
            ),
            Email: ({ email }) => email,
            Joined: ({ joinedAt }) => shownInstant(joinedAt),
            Actions: (entry) => entry.place > 0 && <Acts entry={entry} last={last} />,
          }}
        />
      </div>
    </section>
  )
}

const reloads = [getWaitlists, getActivities]
const reason = { label: 'Reason', placeholder: 'Shown in the history' }

function Acts({ entry, last }: { entry: WaitlistEntry; last: number }) {
  const { waitlistEntryId } = entry
  const name = entry.name || entry.email
  const move = useAct(
    (change: { place: number; reason: string }) => {
      return call(moveInWaitlist, { body: { waitlistEntryId, ...change } })
    },
    {
      reloads,
      tell: 'toast',
      toast: ({ place, isMoved }) => `${name} is ${isMoved ? 'now' : 'already'} #${place}`,
    },
  )
  const offer = useAct(
    (reason: string) =>
      orOverbook(
        (overbooks) => call(offerOutOfTurn, { body: { waitlistEntryId, reason, overbooks } }),
        'Offer anyway',
        () => void askOffer(reason),
      ),
    {
      reloads,
      tell: 'toast',
      toast: ({ offeredUntil }) => `A seat is offered to ${name} until ${shownInstant(offeredUntil)}`,
    },
  )
  return (
    <span className="row">
      <SmallButton
        needs={moveInWaitlist}
        aria-label={`Change place of ${name}`}
        loading={move.isRunning}
        onClick={() => void askMove()}
      >
        Change place
      </SmallButton>
      <SmallButton
        needs={offerOutOfTurn}
        aria-label={`Offer a seat to ${name}`}
        loading={offer.isRunning}
        onClick={() => void askOffer()}
      >
        Offer a seat
      </SmallButton>
    </span>
  )

  async function askMove() {
    let place = entry.place
    const given = await askReason({
      title: `Change the place of ${name}?`,
      message: 'The others move up or down.',
      details: (
        <NumberInput
          label="New place"
          min={1}
          max={last}
          allowDecimal={false}
          selectAllOnFocus
          data-autofocus
          defaultValue={place}
          onChange={(value) => {
            place = Number(value) || entry.place
          }}
        />
      ),
      confirmLabel: 'Change place',
      reason,
    })
    if (given !== undefined) await move.act({ place, reason: given })
  }

  async function askOffer(typed = '') {
    const given = await askReason({
      title: `Offer a seat to ${name}?`,
      message: 'They get an email now, regardless of their place.',
      confirmLabel: 'Offer a seat',
      reason: { ...reason, typed },
    })
    if (given !== undefined) await offer.act(given)
  }
}
