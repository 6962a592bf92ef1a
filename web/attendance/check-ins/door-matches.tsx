import { Badge, Button } from '@mantine/core'
import type { DoorList, DoorPerson, Waitlisted } from '#contract/attendance/check-ins/calls.ts'
import { whereabouts } from '#contract/attendance/check-ins/visits.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import styles from './door.module.css'
import { decide, visitsNow } from './door-list.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'

/** A phone shows these without much scrolling; more letters find fewer people. */
const shownAtMost = 20

interface Props {
  act: 'in' | 'out'
  list: DoorList
  waiting: KeptCheckIn[]
  typed: string
  found: DoorPerson[]
  waitlisted: Waitlisted[]
  onCheckIn: (registrationId: number) => void
}

/** The people whom the search has found, each with the button that checks them in or out. */
export function DoorMatches({ act, list, waiting, typed, found, waitlisted, onCheckIn }: Props) {
  const hasSearched = typed.trim() !== ''
  return (
    <>
      <p role="status" className={hasSearched ? 'muted' : 'unseen'}>
        {hasSearched && summaryOf(found.length + waitlisted.length)}
      </p>
      {found.length > 0 && (
        <ul className="card lines" aria-label="People">
          {found.slice(0, shownAtMost).map((person) => (
            <Match
              key={person.registrationId}
              act={act}
              list={list}
              waiting={waiting}
              person={person}
              onCheckIn={onCheckIn}
            />
          ))}
        </ul>
      )}
      {waitlisted.length > 0 && (
        <ul className="card lines" aria-label="People on the waitlist">
          {waitlisted.slice(0, shownAtMost).map(({ name, companyName, phoneEnding, emailHash }) => (
            <li key={emailHash} className="pad tight">
              <span className="strong anywhere">{name}</span>
              <span className="muted small anywhere">
                {[companyName, phoneEnding && `phone ends in ${phoneEnding}`].filter(Boolean).join(' · ')}
              </span>
              <Badge bg="var(--warn-soft)" c="var(--warn)">
                On the waitlist
              </Badge>
              <span className="small">They have no seat yet. If there is room, add them as a walk-in.</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function summaryOf(count: number) {
  if (count === 0) return "No one on today's list matches. Check the spelling, or add a walk-in."
  const all = `${counted(count, 'person', 'people')} found`
  return count > shownAtMost ? `${all}. Type more to see fewer than ${shownAtMost}.` : `${all}.`
}

function Match({
  act,
  list,
  waiting,
  person,
  onCheckIn,
}: Pick<Props, 'act' | 'list' | 'waiting' | 'onCheckIn'> & { person: DoorPerson }) {
  const { registrationId, name, companyName, phoneEnding } = person
  const { slot, refusal } = decide({ list, day: list.day, waiting }, { registrationId })
  const label = act === 'in' ? 'Check in' : 'Check out'
  const isIn = whereabouts(visitsNow(person, waiting)) === 'in'
  return (
    <li className={`pad ${styles.match}`}>
      <div className="tight">
        <span className="strong anywhere">{name}</span>
        <span className="muted small anywhere">
          {[
            companyName,
            phoneEnding && `phone ends in ${phoneEnding}`,
            slot && `${shownTime(slot.startTime)} Eastern`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Place
          person={person}
          otherDay={refusal && slot ? shownDay(slot.startOn) : undefined}
          waiting={waiting}
        />
      </div>
      {!refusal && !(act === 'in' && isIn) && (
        <Button size="lg" aria-label={`${label} ${name}`} onClick={() => onCheckIn(registrationId)}>
          {label}
        </Button>
      )}
    </li>
  )
}

interface PlaceProps {
  person: DoorPerson
  otherDay: string | undefined
  waiting: KeptCheckIn[]
}

/** Shows whether the person is in the room, or why they are not expected. */
function Place({ person, otherDay, waiting }: PlaceProps) {
  if (person.isCanceled)
    return (
      <Badge bg="var(--bad-soft)" c="var(--bad)">
        Canceled
      </Badge>
    )
  if (otherDay)
    return (
      <Badge bg="var(--warn-soft)" c="var(--warn)">
        {otherDay}
      </Badge>
    )
  const visits = visitsNow(person, waiting)
  const [place, last] = [whereabouts(visits), visits.at(-1)]
  if (place === 'in' && last?.inAt)
    return (
      <Badge bg="var(--good-soft)" c="var(--good)">
        In since {shownTimeOf(last.inAt)}
      </Badge>
    )
  if (place === 'out' && last?.outAt)
    return (
      <Badge bg="var(--hairline)" c="var(--muted)">
        Left at {shownTimeOf(last.outAt)}
      </Badge>
    )
  return null
}
