import { Anchor, NumberInput, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListOrdered } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Waitlist, WaitlistEntry } from '#contract/registrations/waitlists/calls.ts'
import { getWaitlists, moveInWaitlist, offerOutOfTurn } from '#contract/registrations/waitlists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { orOverbook } from '#web/core/ui/overbook.ts'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { fullness } from '#web/events/slots/seats.ts'

/** All slots' waitlists: who waits, and who has an offer. */
export default function AdminWaitlistsPage() {
  return (
    <AdminPage width={1180}>
      <div>
        <PageHeading>Waitlists</PageHeading>
        <Text c="dimmed" size="sm">
          A free seat is offered to the next person automatically, from 7 AM to 9 PM Eastern. They have 24
          hours to take it, 4 in the last two days.
        </Text>
      </div>
      <Loaded
        of={useData(getWaitlists, {}, { every: 60_000 })}
        loading={<TableSkeleton label="Loading the waitlists" />}
      >
        {({ waitlists }) =>
          waitlists.length === 0 ? (
            <EmptyState
              icon={ListOrdered}
              title="Nobody is waiting"
              text="People can join the waitlist of a time slot that has no seat left."
            />
          ) : (
            waitlists.map((waitlist) => <WaitlistOfSlot key={waitlist.eventSlotId} waitlist={waitlist} />)
          )
        }
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
          widths={{ Place: 240, Joined: 210, Actions: 270 }}
          rows={waitlist.entries}
          rowId={({ waitlistEntryId }) => waitlistEntryId}
          columns={{
            Place: ({ place, offeredUntil }) =>
              offeredUntil ? `Offered until ${shownInstant(offeredUntil)}` : place,
            Person: ({ userId, name, email }) => (
              <Anchor component={Link} to={`${paths.account()}/$userId`} params={{ userId } as never} inherit>
                {name || email}
              </Anchor>
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
      tell: toastError,
      done: ({ place, isMoved }) => toastDone(`${name} is ${isMoved ? 'now' : 'already'} number ${place}`),
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
      tell: toastError,
      done: ({ offeredUntil }) =>
        toastDone(`A seat is offered to ${name} until ${shownInstant(offeredUntil)}`),
    },
  )
  return (
    <span className="row">
      <Allowed to={moveInWaitlist}>
        <SmallButton
          aria-label={`Change place of ${name}`}
          loading={move.isRunning}
          onClick={() => void askMove()}
        >
          Change place
        </SmallButton>
      </Allowed>
      <Allowed to={offerOutOfTurn}>
        <SmallButton
          aria-label={`Offer a seat to ${name}`}
          loading={offer.isRunning}
          onClick={() => void askOffer()}
        >
          Offer a seat
        </SmallButton>
      </Allowed>
    </span>
  )

  async function askMove(): Promise<void> {
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

  async function askOffer(typed = ''): Promise<void> {
    const given = await askReason({
      title: `Offer a seat to ${name}?`,
      message: 'They get an email now, whatever their place is.',
      confirmLabel: 'Offer a seat',
      reason: { ...reason, typed },
    })
    if (given !== undefined) await offer.act(given)
  }
}
