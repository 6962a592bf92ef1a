import { SegmentedControl } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ClipboardList, FileDown } from 'lucide-react'
import { useState } from 'react'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import { drawSignInSheet, getSignInSheets } from '#contract/attendance/sign-in-sheets/calls.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { daysBetween, shownDay } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminSheetScans } from './admin-sheet-scans.tsx'
import { AdminSheetTable } from './admin-sheet-table.tsx'

/** 'Sign-in sheet': to print, to type in afterwards, and to store as a scan. */
export default function AdminSignInSheetPage() {
  const params = useParams({ strict: false }) as { eventSlotId: string }
  const eventSlotId = Number(params.eventSlotId)
  const sheets = useData(getSignInSheets, { query: { eventSlotId } })
  return <Loaded of={sheets}>{(read) => <Sheet read={read} />}</Loaded>
}

function Sheet({ read }: { read: Data<typeof getSignInSheets> }) {
  const { eventSlotId, eventName, sheets, ...slot } = read
  const days = daysBetween(slot.startOn, slot.endOn)
  const today = easternDay(new Date())
  const [day, setDay] = useState(days.findLast((each) => each <= today) ?? slot.startOn)
  const print = useAct(savePdf, {
    failed: "Couldn't save the sheet. Try again.",
    tell: 'toast',
  })
  return (
    <div className="page">
      <div className="spread">
        <div className="tight">
          <PageHeading tab="Sign-in sheet">{`Sign-in sheet of ${eventName}`}</PageHeading>
          <p className="muted small figures">
            {shownTimeslot(slot)} ·{' '}
            <TextLink to={paths.attendance({ eventSlotId })} fz="inherit" underline="always">
              Hours
            </TextLink>
          </p>
        </div>
        <SmallButton icon={FileDown} {...print.button(eventSlotId)}>
          Print sheet (PDF)
        </SmallButton>
      </div>
      <AdminSheetScans eventSlotId={eventSlotId} sheets={sheets} />
      <section className="card pad stack" aria-labelledby="times">
        <div className="spread">
          <h2 id="times">Sign-in times</h2>
          {days.length > 1 && (
            <SegmentedControl
              aria-label="Day"
              size="sm"
              data={days.map((each) => ({ value: each, label: shownDay(each) }))}
              value={day}
              onChange={(each) => setDay(each as PlainDate)}
            />
          )}
        </div>
        {!can(getDoorList) ? (
          <p className="muted">Your role can't enter times.</p>
        ) : day > today ? (
          <p className="muted">
            This day is still to come. Print the sheet now and enter the times afterward.
          </p>
        ) : (
          <Day key={day} eventSlotId={eventSlotId} slot={slot} day={day} />
        )}
      </section>
    </div>
  )
}

type SlotDay = Omit<Parameters<typeof AdminSheetTable>[0], 'people'>

function Day({ eventSlotId, slot, day }: SlotDay) {
  // Steady, so that nothing moves while someone types.
  const list = useData(getDoorList, { query: { day } }, { isSteady: true })
  return (
    <Loaded of={list}>
      {({ people }) => {
        const ofSlot = people.filter(
          (each) => each.eventSlotId === eventSlotId && (!each.isCanceled || each.visits.length > 0),
        )
        return ofSlot.length === 0 ? (
          <EmptyState
            icon={ClipboardList}
            title="No one to enter"
            text="The sheet lists people registered for an in-person time slot of a published event."
          />
        ) : (
          <AdminSheetTable eventSlotId={eventSlotId} slot={slot} day={day} people={ofSlot} />
        )
      }}
    </Loaded>
  )
}

async function savePdf(eventSlotId: number) {
  const file = await callFile(drawSignInSheet, { query: { eventSlotId } })
  saveFile(file, `sign-in-sheet-${eventSlotId}.pdf`)
}
