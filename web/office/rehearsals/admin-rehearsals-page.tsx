import { Alert, Anchor, Button, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Drama, Hourglass } from 'lucide-react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import type { Rehearsal, RehearsalResult } from '#contract/office/rehearsals/calls.ts'
import { getRehearsals, rehearsalPeople, rehearseEvent } from '#contract/office/rehearsals/calls.ts'
import { creditedWords, verdictWords, waitWords } from '#contract/office/rehearsals/words.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { HashLine } from '#web/core/ui/hash-line.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'

type Rehearsals = Data<typeof getRehearsals>

/** Rehearses an unpublished event, and shows the results. */
export default function AdminRehearsalsPage() {
  const { eventId } = useParams({ strict: false }) as { eventId: string }
  const rehearsals = useData(
    getRehearsals,
    { query: { eventId: Number(eventId) } },
    { every: (shown) => (shown?.rehearsals.some(isOpen) ? 1000 : 30_000) },
  )
  return (
    <AdminPage width={980}>
      <Anchor component={Link} to={paths.manageEvents()} size="sm" w="fit-content">
        All events
      </Anchor>
      <Loaded of={rehearsals} loading={<PageSkeleton />}>
        {(data) => <RehearsalsOf eventId={Number(eventId)} rehearsals={data} />}
      </Loaded>
    </AdminPage>
  )
}

function RehearsalsOf({ eventId, rehearsals: given }: { eventId: number; rehearsals: Rehearsals }) {
  const { eventName, slot, unfit, rehearsals } = given
  const [newest, ...earlier] = rehearsals
  const { act, isRunning, problem } = useAct(rehearseEvent, {
    failed: 'The rehearsal did not begin. Please try again.',
    reloads: [getRehearsals],
  })
  return (
    <>
      <div className="stack">
        <PageHeading>{`Rehearsal of ${eventName}`}</PageHeading>
        <Text>
          A copy of this event runs in about a minute, in a separate portal with its own database.{' '}
          {rehearsalPeople.usual} invented people register, come late, lose their connection or stay away.
          Then their hours are counted and their certificates emailed.
        </Text>
        <Text c="dimmed" size="sm">
          No real people are involved, no emails are sent, and only this result is kept.
          {slot !== '' && unfit === '' && ` It uses the first virtual time slot: ${slot}.`}
        </Text>
        {unfit === '' ? (
          <Allowed to={rehearseEvent}>
            <Button
              w="fit-content"
              leftSection={<Drama size={16} />}
              loading={isRunning || (newest !== undefined && isOpen(newest))}
              onClick={() => act({ body: { eventId, people: rehearsalPeople.usual } })}
            >
              Rehearse this event
            </Button>
          </Allowed>
        ) : (
          <Alert color="yellow" icon={<CircleAlert size={18} />}>
            {unfit}
          </Alert>
        )}
        <FormProblem text={problem} />
        <div role="status">{newest && <Standing rehearsal={newest} />}</div>
      </div>
      {newest?.result && <Result result={newest.result} />}
      {earlier.length > 0 && (
        <section className="card pad stack" aria-labelledby="earlier">
          <h2 id="earlier">Earlier rehearsals</h2>
          <RecordTable
            label="Earlier rehearsals"
            rows={earlier}
            rowId={({ rehearsalId }) => rehearsalId}
            columns={{
              When: ({ askedAt }) => shownInstant(askedAt),
              By: ({ askedBy }) => askedBy || 'A deleted account',
              Result: ({ result, problem }) => (result ? verdictWords(result) : problem),
            }}
          />
        </section>
      )}
    </>
  )
}

function isOpen({ state }: Rehearsal): boolean {
  return state === 'waiting' || state === 'running'
}

/** The newest rehearsal in a few words. Their color is that of text, because Mantine's titles are too pale on green. */
function Standing({ rehearsal }: { rehearsal: Rehearsal }) {
  const { result, progress, problem, askedAt, askedBy } = rehearsal
  if (isOpen(rehearsal)) {
    return (
      <Alert color="blue" icon={<Hourglass size={18} />}>
        <p className="strong">The rehearsal is running</p>
        {progress || 'It starts soon'} …
      </Alert>
    )
  }
  if (!result) {
    return (
      <Alert color="red" icon={<CircleAlert size={18} />}>
        <p className="strong">The rehearsal failed</p>
        {problem}
      </Alert>
    )
  }
  return (
    <Alert
      color={result.isAsExpected ? 'teal' : 'red'}
      icon={result.isAsExpected ? <CircleCheck size={18} /> : <CircleAlert size={18} />}
    >
      <p className="strong">{verdictWords(result)}</p>
      {waitWords(result)} {shownInstant(askedAt)}
      {askedBy && `, ${askedBy}`}.
    </Alert>
  )
}

function Result({ result }: { result: RehearsalResult }) {
  const { slot, people, seed, tookSeconds, peakMegabytes, habits, mails, pack, leftOut } = result
  return (
    <>
      <section className="card pad stack" aria-labelledby="habits">
        <h2 id="habits">Hours by habit</h2>
        <p className="muted small">
          {slot} · {shownCount(people)} people · seed {seed} · {tookSeconds} seconds · {peakMegabytes} MB
        </p>
        <RecordTable
          label="Hours by habit"
          rows={habits}
          rowId={({ habit }) => habit}
          columns={{
            Habit: ({ habit }) => <span className="strong">{habit}</span>,
            People: (row) => shownCount(row.people),
            'Expected hours': ({ expectedHours }) => expectedHours,
            Credited: (row) => <Compared of={row}>{creditedWords(row)}</Compared>,
          }}
        />
      </section>
      <section className="card pad stack" aria-labelledby="mails">
        <h2 id="mails">Emails</h2>
        <RecordTable
          label="Emails"
          rows={mails}
          rowId={({ kind }) => kind}
          columns={{
            Email: ({ kind }) => <span className="strong">{kind}</span>,
            Expected: ({ expected }) => shownCount(expected),
            Sent: (row) => <Compared of={row}>{shownCount(row.sent)}</Compared>,
          }}
        />
      </section>
      <section className="card pad stack" aria-labelledby="pack">
        <h2 id="pack">Inspection pack</h2>
        <p className="muted small">
          All records of this rehearsal in one file. The program inside counted the hours again from the
          attendance report.
        </p>
        <p>
          <Compared of={pack}>{pack.verdict}</Compared>
        </p>
        {pack.sha256 && <HashLine sha256={pack.sha256} />}
      </section>
      <section className="card pad stack" aria-labelledby="left-out">
        <h2 id="left-out">Not rehearsed</h2>
        <ul>
          {leftOut.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** The portal's outcome. If it is not as expected, it says so in words, too. */
function Compared({ of, children }: { of: { isAsExpected: boolean }; children: string }) {
  if (of.isAsExpected) return children
  return (
    <Text component="span" fz="inherit" fw={650} c="var(--bad)">
      {children}: differs
    </Text>
  )
}
