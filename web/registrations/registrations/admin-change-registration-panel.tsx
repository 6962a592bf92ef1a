import { Alert, Box, Button, Group, List, Radio, Stack, Text } from '@mantine/core'
import { Info, Lock } from 'lucide-react'
import { useState } from 'react'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { overAt, shownTimeslot, slotOverNote, startedWords } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { settledRefusal } from '#contract/registrations/registrations/rules.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { orOverbook } from '#web/core/ui/overbook.ts'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { fullness } from '#web/events/slots/seats.ts'
import { focusesOf, slotsOfEvent } from '#web/events/slots/slot-choices.ts'
import { personOf } from './registration-actions.ts'

interface Props extends DialogProps {
  row: RegistrationRow
  rows: RegistrationRow[]
}

/** Moves a registration to another slot and focus of its event. */
export default function AdminChangeRegistrationPanel({ row: chosen, rows, isOpen, onClose }: Props) {
  // Another person may have changed the registration since the panel opened.
  const row = rows.find(({ registrationId }) => registrationId === chosen.registrationId) ?? chosen
  const events = useData(getEventsWithSlots, { query: {} })
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={460} title="Change time slot" about={personOf(row)}>
      <Box mb={20}>
        <Text fw={500}>{row.eventName}</Text>
        <Text size="sm" mt={6}>
          Now: <span className="figures">{shownTimeslot(row)}</span>
        </Text>
      </Box>
      {!settledRefusal(row) ? (
        <Loaded of={events}>
          {({ years }) => <Choice row={row} slots={slotsOfEvent(years, row.eventId)} onDone={onClose} />}
        </Loaded>
      ) : (
        <Alert icon={<Lock />} color="yellow">
          A certificate for {row.hours} hours was issued for this time slot, so the registration cannot be
          moved. Choose 0 hours to withdraw it first.
        </Alert>
      )}
    </SidePanel>
  )
}

function Choice({ row, slots, onDone }: { row: RegistrationRow; slots: AdminSlot[]; onDone: () => void }) {
  const [focusId, chooseFocus] = useState(row.focusId)
  const [slotId, chooseSlot] = useState(row.eventSlotId)
  const focuses = focusesOf(slots)
  const isOver = overAt(new Date())
  const offered = slots.filter((slot) => slot.focusId === focusId)
  const chosen = offered.find((slot) => slot.eventSlotId === slotId)
  const isSame = chosen === undefined || chosen.eventSlotId === row.eventSlotId
  const hasNoOther = slots.length === 1
  useUnsavedChanges(!isSame)
  const { act, isRunning, problem } = useAct(move, {
    reloads: [getAllRegisteredUsers, getActivities],
    toast: `${personOf(row)} now attends ${chosen ? shownTimeslot(chosen) : row.eventName}`,
    done: onDone,
  })

  function move() {
    const { registrationId, userId, eventId, version } = row
    const body = { registrationId, userId, eventId, version, newTimeSlotId: slotId, newFocusId: focusId }
    return orOverbook((overbooks) => call(updateTimeslot, { body: { ...body, overbooks } }), 'Move anyway')
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame) return
        void act()
      }}
    >
      <Stack gap="lg">
        {focuses.length > 1 && (
          <Radio.Group label="Focus" value={String(focusId)} onChange={(value) => chooseFocus(Number(value))}>
            <Group mt="xs">
              {focuses.map(({ focusId: id, focusName }) => (
                <Radio key={id} value={String(id)} label={focusName} />
              ))}
            </Group>
          </Radio.Group>
        )}
        <Radio.Group label="Time slot" value={String(slotId)} onChange={(value) => chooseSlot(Number(value))}>
          <Stack gap={6} mt="xs">
            {offered.map((slot) => (
              <Radio
                key={slot.eventSlotId}
                className="card"
                p="xs"
                value={String(slot.eventSlotId)}
                label={<span className="figures">{shownTimeslot(slot)}</span>}
                description={noteOf(slot, row.eventSlotId, isOver)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {hasNoOther && <Text>This event has no other time slot.</Text>}
        {!isSame && (
          <Alert role="status" icon={<Info />} title="What happens next">
            <List size="sm">
              {whatFollows(row, chosen).map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
      <SidePanelFooter>
        <FormProblem text={problem} />
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        {!hasNoOther && (
          <Button type="submit" disabled={isSame} loading={isRunning}>
            Save
          </Button>
        )}
      </SidePanelFooter>
    </form>
  )
}

function noteOf(slot: AdminSlot, currentId: number, isOver: ReturnType<typeof overAt>) {
  if (slot.eventSlotId === currentId) return 'Current'
  if (isOver(slot)) return startedWords(slot, new Date())
  return slot.isOpen ? fullness(slot) : 'Registration closed'
}

function whatFollows(row: RegistrationRow, slot: AdminSlot) {
  return [
    ...(overAt(new Date())(slot) ? [slotOverNote] : []),
    `${personOf(row)} gets an email with the new time slot and a calendar update.`,
    ...(row.hasJoinUrl ? ['Their join link for the old time slot stops working.'] : []),
  ]
}
