import { ClipboardList } from 'lucide-react'
import type { EvaluationResult } from '#contract/events/event-questions/evaluations.ts'
import {
  exportEvaluationResults,
  getEvaluationResults,
} from '#contract/events/event-questions/evaluations.ts'
import { fewestAnswers } from '#contract/events/event-questions/rules.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { DownloadList } from '#web/core/ui/download-list.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import styles from './admin-event-evaluation-page.module.css'

/** An event's tab 'Evaluation': the results, without names. */
export default function AdminEventEvaluationPage() {
  const { event } = useEventOfPage()
  const { eventId, eventName } = event
  const evaluation = useData(getEvaluationResults, { query: { eventId } })
  return (
    <AdminPage>
      <div className="spread">
        <PageHeading tab={eventName}>Evaluation</PageHeading>
        {can(exportEvaluationResults) && (
          <DownloadList
            name="evaluation"
            disabled={!evaluation.data?.results.length}
            read={(format) => callFile(exportEvaluationResults, { query: { eventId, format } })}
          />
        )}
      </div>
      <Loaded of={evaluation}>
        {({ asked, sent, results }) =>
          results.length === 0 ? (
            <EmptyState
              icon={ClipboardList}
              title="No evaluation yet"
              text="Add its questions on the tab Overview. People get it with the email of their certificate."
            />
          ) : (
            <>
              <p className="small figures">
                {counted(sent, 'evaluation')} of {counted(Math.max(asked, sent), 'person', 'people')}. Answers
                have no names. Questions with fewer than {fewestAnswers} answers show no results.
              </p>
              {[...Map.groupBy(results, ({ questionId }) => questionId)].map(([questionId, ofQuestion]) => (
                <section
                  key={questionId}
                  className="card pad stack"
                  aria-labelledby={`question-${questionId}`}
                >
                  <h2 id={`question-${questionId}`} className="anywhere">
                    {ofQuestion[0]?.wording}
                  </h2>
                  {ofQuestion.map((result, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two speakers may have one name
                    <Result key={`${result.about} ${place}`} result={result} />
                  ))}
                </section>
              ))}
            </>
          )
        }
      </Loaded>
    </AdminPage>
  )
}

function Result({ result: { about, answers, counts, mean, words } }: { result: EvaluationResult }) {
  return (
    <div className="tight">
      <p className="small">
        {about && <strong className="anywhere">{about} </strong>}
        <span className="muted figures">
          {answers === null
            ? `Fewer than ${fewestAnswers} answers`
            : `${mean === null ? '' : `Mean ${mean.toFixed(1)} · `}${counted(answers, 'answer')}`}
        </span>
      </p>
      {counts.length > 0 && (
        <dl className={`small figures ${styles.counts}`}>
          {counts.map(({ answer, count }) => (
            <div key={answer}>
              <dt className="anywhere">{answer}</dt>
              <dd className={styles.bar}>
                <span style={{ width: `${answers ? (100 * count) / answers : 0}%` }} />
              </dd>
              <dd className={styles.count}>{shownCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {words.length > 0 && (
        <ul className={`small ${styles.words}`}>
          {words.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may write the same words
            <li key={place} className="anywhere">
              {each}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
