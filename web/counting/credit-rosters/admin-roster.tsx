import { Button, SegmentedControl } from '@mantine/core'
import { CircleCheck, Printer } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Data } from '#contract/core/endpoint.ts'
import type { RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import {
  exportRoster,
  getDueRosters,
  getRoster,
  reportRoster,
} from '#contract/counting/credit-rosters/calls.ts'
import type { RosterChange } from '#contract/counting/credit-rosters/rows.ts'
import { changeOf, rosterChanges } from '#contract/counting/credit-rosters/rows.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { DownloadList } from '#web/core/ui/download-list.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { usePortion } from '#web/core/ui/portion.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import styles from './credit-rosters.module.css'
import { RosterTable } from './roster-table.tsx'

interface Props {
  scope: RosterScope
  roster: Data<typeof getRoster>
}

/** A roster, or its differences from what was reported, with its files and reports. */
export function AdminRoster({ scope, roster: { rows, state, reports } }: Props) {
  const differences = rows.filter(changeOf)
  const isReported = reports.length > 0
  const [shows, setShows] = useState(isReported && differences.length > 0 ? 'differences' : 'all')
  const onlyDifferences = shows === 'differences'
  const listed = onlyDifferences ? differences : rows.filter(({ now }) => now)
  const { shown, more } = usePortion(listed)
  const [isPrinting, setPrinting] = useState(false)
  const only = onlyDifferences ? ('differences' as const) : undefined
  const { act: report, isRunning: isReporting } = useAct(reportRoster, {
    confirm: {
      title: 'Mark as reported?',
      message: `${wordsOf(differences)}. Confirm that you have reported this at FAASafety.gov.`,
      confirmLabel: 'Mark as reported',
    },
    reloads: [getRoster, getDueRosters],
    failed: "Couldn't mark the roster. Try again.",
    tell: 'toast',
    toast: 'Marked as reported',
  })

  function printAll() {
    flushSync(() => setPrinting(true))
    print()
    setPrinting(false)
  }

  return (
    <div className="stack">
      <div className={`row ${styles.screen}`}>
        {isReported && (
          <SegmentedControl
            size="xs"
            aria-label="Rows"
            value={shows}
            onChange={setShows}
            data={[
              { value: 'all', label: 'All credits' },
              { value: 'differences', label: `Differences (${shownCount(differences.length)})` },
            ]}
          />
        )}
        <DownloadList
          name={`credit-roster${only ? '-differences' : ''}`}
          disabled={listed.length === 0}
          read={(format) => callFile(exportRoster, { query: { ...scope, only, format } })}
        />
        <SmallButton icon={Printer} disabled={listed.length === 0} onClick={printAll}>
          Print
        </SmallButton>
        {can(reportRoster) && (
          <Button
            size="xs"
            leftSection={<CircleCheck size={15} />}
            disabled={differences.length === 0}
            loading={isReporting}
            onClick={() => void report({ body: { ...scope, state } })}
          >
            Mark as reported
          </Button>
        )}
      </div>
      <p className="small figures" role="status">
        {counted(rows.filter(({ now }) => now).length, 'credit')}.{' '}
        {differences.length > 0
          ? `Not reported yet: ${wordsOf(differences)}.`
          : isReported && 'All reported.'}
      </p>
      {listed.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title={onlyDifferences ? 'No differences' : 'No credits yet'}
          text={
            onlyDifferences
              ? 'FAASafety.gov has all of these credits as they are now.'
              : 'People with credited hours will show up here.'
          }
        />
      ) : (
        <div className="card">
          <RosterTable rows={isPrinting ? listed : shown} onlyDifferences={onlyDifferences} />
        </div>
      )}
      {!isPrinting && <div>{more}</div>}
      {isReported && (
        <section className={`tight ${styles.screen}`} aria-labelledby="reports">
          <h2 id="reports">Reported</h2>
          <ul className="tight small figures anywhere">
            {reports.map(({ reportedAt, reportedBy, rows }) => (
              <li key={reportedAt.getTime()}>
                {shownInstant(reportedAt)}: {counted(rows, 'row')}, by {reportedBy || 'a deleted account'}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Returns '12 added, 1 changed'. */
function wordsOf(differences: Parameters<typeof changeOf>[0][]) {
  const kinds = Map.groupBy(differences, (row) => changeOf(row) as RosterChange)
  return [...kinds]
    .map(([kind, rows]) => `${shownCount(rows.length)} ${rosterChanges[kind].toLowerCase()}`)
    .join(', ')
}
