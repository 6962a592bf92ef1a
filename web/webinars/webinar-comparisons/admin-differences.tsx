import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type {
  WebinarDifference,
  WebinarDifferenceKind,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import {
  getWebinarComparison,
  getWebinarComparisons,
  getWebinarDrift,
  repairDifferences,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import type { DialogText } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { differenceWords } from './webinar-words.ts'

interface Props {
  kind: WebinarDifferenceKind
  platform: string
  eventSlotId: number
  /** Only the first differences are listed. */
  total: number
  differences: WebinarDifference[]
}

/** The differences of one kind, with buttons to repair one, the chosen ones, or all. */
export function AdminDifferences({ kind, platform, eventSlotId, total, differences }: Props) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const words = differenceWords(kind, platform)
  const { act, isRunning, problem } = useAct(repairDifferences, {
    confirm: ({ body: { webinarDifferenceIds } }) =>
      kind === 'only-there' && takingOff(webinarDifferenceIds?.length ?? total, platform),
    done: ({ repairs }) => {
      choose(new Set())
      toastDone(`${counted(repairs, 'repair')} started`)
    },
    failed: "Couldn't repair. Try again.",
    reloads: [getWebinarComparison, getWebinarComparisons, getWebinarDrift],
  })
  if (total === 0) return null
  const ids = differences.map(({ webinarDifferenceId }) => webinarDifferenceId).filter((id) => chosen.has(id))
  const repair = (webinarDifferenceIds?: number[]) =>
    act({ body: { eventSlotId, kind, webinarDifferenceIds } })

  return (
    <section className="card pad stack" aria-label={words.title}>
      <div>
        <h2>
          {words.title}: {shownCount(total)}
        </h2>
        <Hint>{words.text}</Hint>
      </div>
      {can(repairDifferences) && (
        <div className="row">
          <Button size="xs" loading={isRunning} onClick={() => repair()}>
            {total === 1 ? `${words.verb} 1 person` : `${words.verb} all ${shownCount(total)}`}
          </Button>
          {ids.length > 0 && (
            <SmallButton disabled={isRunning} onClick={() => repair(ids)}>
              {words.verb} the chosen {shownCount(ids.length)}
            </SmallButton>
          )}
        </div>
      )}
      <FormProblem text={problem} />
      <RecordTable
        widths={{ Choose: 80, Difference: '36%', Repair: 112 }}
        label={words.title}
        rows={differences}
        rowId="webinarDifferenceId"
        columns={{
          ...(can(repairDifferences) && {
            Choose: ({ webinarDifferenceId, email }: WebinarDifference) => (
              <Checkbox
                aria-label={`Choose ${email}`}
                checked={chosen.has(webinarDifferenceId)}
                onChange={() => choose(chosen.symmetricDifference(new Set([webinarDifferenceId])))}
              />
            ),
          }),
          Name: ({ name }) => name,
          Email: ({ email }) => email,
          Difference: (difference) => difference.problem || difference.words,
          ...(can(repairDifferences) && {
            Repair: ({ webinarDifferenceId, isBeingRepaired, email }: WebinarDifference) =>
              isBeingRepaired ? (
                'In progress'
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={isRunning}
                  aria-label={`${words.verb} ${email}`}
                  onClick={() => repair([webinarDifferenceId])}
                >
                  {words.verb}
                </Button>
              ),
          }),
        }}
      />
      {total > differences.length && (
        <Hint>
          These are the first {shownCount(differences.length)} of {shownCount(total)}.
        </Hint>
      )}
    </section>
  )
}

function takingOff(people: number, platform: string): DialogText {
  return {
    title: `Remove ${counted(people, 'person', 'people')} from ${platform}?`,
    message: `Their join links stop working. This includes people who registered on a page of ${platform}. The portal does not notify them.`,
    confirmLabel: 'Remove',
    tone: 'danger',
  }
}
