import { Button, Checkbox, FileInput, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { longest } from '#contract/core/fields.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { sheetOf } from '#web/core/api/sheet.ts'
import { counted } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import type { SeveralAbout } from './answered.ts'
import { asRead, reloads, useDecisions } from './answered.ts'

type Person = SeveralAbout['candidates'][number]

/** The most people found. */
const mostFound = 100

/** Chooses the rows' people among the event's registrations, with a signed sheet if available. */
export default function AdminSeveralPeoplePanel({
  of,
  subjects,
  who,
  candidates,
  ...panel
}: SeveralAbout & DialogProps) {
  const { eventSlotId, eventId, eventName } = of
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Person[]>([])
  const [reason, setReason] = useInputState('')
  const [file, setFile] = useState<File | null>(null)
  const typed = useTypedSearch(search, setSearch)
  const decisions = useDecisions(eventSlotId)
  const found = useData(
    getAllRegisteredUsers,
    { query: { search, eventName, limit: mostFound } },
    { isEnabled: search !== '', keepPrevious: true },
  )
  const results = (search === '' ? [] : (found.data?.registrations ?? []))
    .filter((row) => row.eventId === eventId)
    .map(({ registrationId, userName, email }) => ({ registrationId, name: userName, email }))
  const people = [
    ...new Map([...chosen, ...candidates, ...results].map((one) => [one.registrationId, one])).values(),
  ]
  const usual = chosen.length > 1 ? 'They shared a computer' : 'Recognized by an administrator'
  const match = useAct(matchPeople, {
    reloads,
    failed: "Couldn't save your answer. Try again.",
    toast: ['Matched', chosen.map(({ name, email }) => name || email).join(', ')],
    done: () => panel.onClose(),
  })

  return (
    <SidePanel {...panel} title="Who is this?" about={`${who} · ${eventName}`} size={520}>
      <div className="stack pad">
        <SearchBox typed={typed} placeholder="Name, email" />
        <ul className="stack" aria-label="People">
          {people.map((person) => (
            <li key={person.registrationId}>
              <Checkbox
                label={person.name || person.email}
                description={person.email}
                checked={chosen.some(({ registrationId }) => registrationId === person.registrationId)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...chosen, person]
                      : chosen.filter(({ registrationId }) => registrationId !== person.registrationId),
                  )
                }
              />
            </li>
          ))}
        </ul>
        <p className="muted small" role="status">
          {search === ''
            ? 'Search the registrations of this event. Choose several people if they shared a computer.'
            : found.data && results.length === 0 && 'No one found among the registrations for this event.'}
        </p>
        <FileInput
          label="Signed sheet"
          description="PDF or image, up to 10 MB (optional)"
          placeholder="Choose a file"
          accept="application/pdf,image/*"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          value={file}
          onChange={setFile}
        />
        <TextInput
          label="Reason"
          placeholder={usual}
          maxLength={longest.line}
          value={reason}
          onChange={setReason}
        />
      </div>
      <SidePanelFooter>
        <FormProblem text={match.problem} />
        <Button variant="default" onClick={panel.onClose}>
          Cancel
        </Button>
        <Button
          loading={match.isRunning}
          disabled={chosen.length === 0}
          onClick={() =>
            void match.act({
              eventSlotId,
              file,
              reason: reason.trim() || usual,
              subjects: subjects.map((subject) => asRead(decisions, subject)),
              registrationIds: chosen.map(({ registrationId }) => registrationId),
            })
          }
        >
          Match {counted(chosen.length, 'person', 'people')}
        </Button>
      </SidePanelFooter>
    </SidePanel>
  )
}

interface Matched {
  eventSlotId: number
  subjects: ReturnType<typeof asRead>[]
  registrationIds: number[]
  reason: string
  file: File | null
}

async function matchPeople({ file, ...match }: Matched) {
  await call(decideAttendance, { body: { act: 'match', ...match, ...sheetOf(file) } })
}
