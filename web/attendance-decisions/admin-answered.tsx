import { FileDown } from 'lucide-react'
import {
  type AttendanceDecision,
  getDecisionFile,
  withdrawDecision,
} from '#contract/attendance-decisions/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import styles from './admin-answered.module.css'
import { answerWords, reloads, subjectWords, useDecisions } from './answered.ts'

/** The answers of a slot, newest first, each with a button that withdraws it. Nothing if there are none. */
export function AdminAnswered({ eventSlotId }: { eventSlotId: number }) {
  const decisions = useDecisions(eventSlotId) ?? []
  const withdraw = useAct(withdrawDecision, {
    reloads,
    tell: toastError,
    done: () => toastDone('Answer withdrawn'),
  })
  const save = useAct(saveSheet, { tell: toastError })
  if (decisions.length === 0) return null
  return (
    <details className={styles.answered}>
      <summary className="small">Answered ({shownCount(decisions.length)})</summary>
      <ul className="lines">
        {decisions.map((decision) => {
          const { decisionId, reason, fileName, decidedBy, decidedAt, isNewest, withdrawal } = decision
          const about = `${subjectWords(decision)}: ${answerWords(decision)}`
          return (
            <li key={decisionId} className={`spread ${styles.answer}`}>
              <div className="anywhere">
                <div className={isNewest ? undefined : styles.past}>{about}</div>
                <div className="muted small">
                  {reason} · {decidedBy ?? 'Somebody who has deleted their account'},{' '}
                  {shownInstant(decidedAt)}
                </div>
                {withdrawal && (
                  <div className="muted small">
                    Withdrawn: {withdrawal.reason} · {withdrawal.decidedBy ?? 'Somebody'},{' '}
                    {shownInstant(withdrawal.decidedAt)}
                  </div>
                )}
                {!isNewest && !withdrawal && <div className="muted small">Replaced by a later answer</div>}
              </div>
              <div className="row">
                {fileName && (
                  <Allowed to={getDecisionFile}>
                    <SmallButton icon={FileDown} onClick={() => void save.act(decision)}>
                      {fileName}
                    </SmallButton>
                  </Allowed>
                )}
                {isNewest && (
                  <Allowed to={withdrawDecision}>
                    <SmallButton
                      loading={withdraw.given?.body.decisionId === decisionId}
                      aria-label={`Withdraw: ${about}`}
                      onClick={() => void ask(decision, about)}
                    >
                      Withdraw
                    </SmallButton>
                  </Allowed>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </details>
  )

  async function ask({ decisionId, act }: AttendanceDecision, about: string): Promise<void> {
    const reason = await askReason({
      title: 'Withdraw this answer?',
      message: `${about}. It waits again${act === 'credit' ? ', and the hours are what they were before' : ''}.`,
      confirmLabel: 'Withdraw',
      reason: { label: 'Reason', placeholder: 'Shown beside the answer' },
    })
    if (reason !== undefined) await withdraw.act({ body: { decisionId, reason } })
  }
}

async function saveSheet({ decisionId, fileName }: AttendanceDecision): Promise<void> {
  saveFile(await callFile(getDecisionFile, { params: { decisionId } }), fileName)
}
