import { useParams } from '@tanstack/react-router'
import { getPollCode } from '#contract/attendance/poll-codes/calls.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { portalName } from '#web/core/portal.ts'
import { shownSpan, shownTimeOf } from '#web/core/texts/instants.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { usePortalClock } from '#web/webinars/webinars/countdown.tsx'
import { shownLeft } from '#web/webinars/webinars/countdown-words.ts'
import styles from './admin-poll-slide-page.module.css'

/** A poll code as large as a slide, to show, print, or copy into a presentation. */
export default function AdminPollSlidePage() {
  return (
    <DataProvider>
      <main className={styles.page}>
        <Slide />
      </main>
    </DataProvider>
  )
}

function Slide() {
  const params = useParams({ strict: false }) as { pollCodeId: string }
  const slide = useData(getPollCode, { params: { pollCodeId: Number(params.pollCodeId) } })
  return <Loaded of={slide}>{(slide) => <Shown slide={slide} />}</Loaded>
}

function Shown({ slide }: { slide: Data<typeof getPollCode> }) {
  const { code, question, eventName, address, qrCode } = slide
  return (
    <>
      <title>{`${question} · ${portalName}`}</title>
      <header>
        <h1 className={styles.question}>{question}</h1>
        <p className={styles.event}>{eventName}</p>
      </header>
      <div className={styles.middle}>
        <div>
          <p className={styles.code}>{code}</p>
          <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
        </div>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt="QR code of the page with this code"
        />
      </div>
      <footer className={styles.foot}>
        <Times slide={slide} />
        <SmallButton className={styles.print ?? ''} onClick={() => print()}>
          Print
        </SmallButton>
      </footer>
    </>
  )
}

/** Says when the code can be entered. Paper has both times, because nobody knows when it is read. */
function Times({ slide }: { slide: Data<typeof getPollCode> }) {
  const { opensAt, closesAt, withdrawnAt } = slide
  const now = usePortalClock(slide.now)
  if (withdrawnAt) return <p>This code is withdrawn.</p>
  const both = `Enter it ${shownSpan(opensAt, closesAt)}`
  if (now < opensAt) return <p>{both}</p>
  const left = closesAt.getTime() - now.getTime()
  return (
    <>
      <p className={styles.screen}>
        {left > 0 ? (
          <>
            Enter it by {shownTimeOf(closesAt)} ·{' '}
            <span className="figures" aria-hidden>
              {shownLeft(left)} left
            </span>
          </>
        ) : (
          `This code closed at ${shownTimeOf(closesAt)}`
        )}
      </p>
      <p className={styles.paper}>{both}</p>
    </>
  )
}
