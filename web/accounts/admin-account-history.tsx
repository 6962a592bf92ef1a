import { Button, Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { type ActivityEntry, activityLabels, getActivities } from '#contract/activities.ts'
import { useAct } from '#web/platform/api/act.ts'
import { call } from '#web/platform/api/call.ts'
import { useData } from '#web/platform/api/data.tsx'
import { shownInstant } from '#web/platform/texts/instants.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { Loaded } from '#web/platform/ui/loaded.tsx'
import styles from './admin-account-page.module.css'
import { AdminAccountSection } from './admin-account-section.tsx'
import { RecordTable } from './record-table.tsx'

/** Who changed what of somebody, the newest first. */
export function AdminAccountHistory({ userId }: { userId: string }) {
  const read = useData(getActivities, { query: { userId } })
  return (
    <AdminAccountSection id="history">
      <Loaded of={read} meanwhile={<Skeleton height={120} />}>
        {(newest) => <History key={newest.activities[0]?.activityId} userId={userId} newest={newest} />}
      </Loaded>
    </AdminAccountSection>
  )
}

interface Page {
  activities: ActivityEntry[]
  hasMore: boolean
}

function History({ userId, newest }: { userId: string; newest: Page }) {
  const [older, setOlder] = useState<Page>()
  const entries = [...newest.activities, ...(older?.activities ?? [])]
  const { act, isRunning, problem } = useAct(
    async () => {
      const query = { userId, before: entries.at(-1)?.activityId }
      const next = await call(getActivities, { query })
      setOlder({ ...next, activities: [...(older?.activities ?? []), ...next.activities] })
    },
    { failed: 'Older entries could not be read. Please try again.' },
  )
  return (
    <>
      <RecordTable
        label="History"
        rows={entries}
        rowId={({ activityId }) => activityId}
        empty="Nothing has happened yet."
        columns={{
          When: ({ actedAt }) => shownInstant(actedAt),
          What: ({ activity, event }) => activityLabels[activity] + (event ? `: ${event.eventName}` : ''),
          Changes: (entry) => <Changes entry={entry} />,
          By: ({ actedBy }) => actedBy?.name || actedBy?.email || 'The portal',
        }}
      />
      <FormProblem text={problem} />
      {(older ?? newest).hasMore && (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={isRunning} onClick={() => void act()}>
            Show older
          </Button>
        </Group>
      )}
    </>
  )
}

function Changes({ entry: { changes, reason } }: { entry: ActivityEntry }) {
  if (changes.length === 0) return reason
  return (
    <ul className={styles.changes}>
      {changes.map(({ what, from, to }) => (
        <li key={what}>
          {what}: {from || 'nothing'} → {to || 'nothing'}
        </li>
      ))}
      {reason && <li>{reason}</li>}
    </ul>
  )
}
