import { FileDown } from 'lucide-react'
import type { AttendanceDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { getDecisionFile, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import styles from './admin-answered.module.css'
import {
  answererWords,
  answerWords,
  givenTogether,
  reloads,
  rowTimes,
  subjectWords,
  useDecisions,
} from './answered.ts'

/** A slot's answers, newest first, each with a button that withdraws it; nothing if there are none. */
export function AdminAnswered({ eventSlotId }: { eventSlotId: number }) {
  const groups = givenTogether(useDecisions(eventSlotId) ?? [])
  if (groups.length === 0) return null
  return (
    <details className={styles.answered}>
      <summary className="small">Answered ({shownCount(groups.length)})</summary>
      <ul className="lines">
        {groups.map((group) => (
          <Answered key={group[0]?.decisionId} decisions={group} />
        ))}
      </ul>
    </details>
  )
}

/** An answer, or several that were given together. */
function Answered({ decisions }: { decisions: AttendanceDecision[] }) {
  const [decision] = decisions
  const isReport = readSubject(decision?.subject ?? '').about === 'report'
  const withdraw = useAct(withdrawDecision, {
    reloads,
    tell: 'toast',
    toast: isReport ? 'Report restored. The hours are being counted.' : 'Answer withdrawn',
  })
  const save = useAct(saveSheet, { tell: 'toast' })
  if (!decision) return null
  const { act, reason, decidedAt, isNewest, withdrawal } = decision
  const times = rowTimes(decisions.map(({ subject }) => subject))
  const name = subjectWords(decision)
  const who = [name, decisions.length > 1 && counted(decisions.length, 'row'), times]
  const about = `${who.filter(Boolean).join(', ')}: ${answerWords(decision)}`
  const label = isReport ? 'Restore' : 'Withdraw'
  const withSheet = decisions.find(({ fileName }) => fileName)
  return (
    <li>
      <div className={`spread ${styles.answer}`}>
        <div className="anywhere">
          <div className={isNewest ? undefined : styles.past}>{about}</div>
          <div className="muted small">
            {reason} · {answererWords(decision)}, {shownInstant(decidedAt)}
          </div>
          {withdrawal && (
            <div className="muted small">
              {isReport ? 'Restored' : 'Withdrawn'}: {withdrawal.reason} · {withdrawal.decidedBy ?? 'Someone'}
              , {shownInstant(withdrawal.decidedAt)}
            </div>
          )}
          {!isNewest && !withdrawal && <div className="muted small">Replaced by a later answer</div>}
        </div>
        <div className="row">
          {withSheet && (
            <SmallButton needs={getDecisionFile} icon={FileDown} onClick={() => void save.act(withSheet)}>
              {withSheet.fileName}
            </SmallButton>
          )}
          {isNewest && (
            <SmallButton
              needs={withdrawDecision}
              loading={withdraw.isRunning}
              aria-label={`${label}: ${about}`}
              onClick={() => void ask()}
            >
              {label}
            </SmallButton>
          )}
        </div>
      </div>
      {decisions.length > 1 && (
        <details className={styles.rows}>
          <summary className="small">Each row</summary>
          <ul className="lines">
            {decisions.toReversed().map((each) => (
              <Answered key={each.decisionId} decisions={[each]} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )

  async function ask() {
    const reason = await askReason({
      title: isReport ? 'Restore this report?' : 'Withdraw this answer?',
      message: isReport
        ? `The rows of ${name} count again.`
        : `${about}. It waits again${act === 'credit' ? ', and the hours are what they were before' : ''}.`,
      confirmLabel: label,
      reason: { label: 'Reason', placeholder: 'Shown beside the answer' },
    })
    const decisionIds = decisions.map(({ decisionId }) => decisionId)
    if (reason !== undefined) await withdraw.act({ body: { decisionIds, reason } })
  }
}

async function saveSheet({ decisionId, fileName }: AttendanceDecision) {
  await saveFileOf(getDecisionFile, { params: { decisionId } }, fileName)
}
