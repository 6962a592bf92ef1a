import { useParams } from '@tanstack/react-router'
import { getPollCode } from '#contract/attendance/poll-codes/calls.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { shownSpan } from '#web/core/texts/instants.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
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
  return (
    <Loaded of={slide} loading={<PageSkeleton />}>
      {(slide) => <Shown slide={slide} />}
    </Loaded>
  )
}

function Shown({ slide }: { slide: Data<typeof getPollCode> }) {
  const { code, question, eventName, opensAt, closesAt, withdrawnAt, address, qrCode } = slide
  return (
    <>
      <title>{`${question} · IA Renewal Portal`}</title>
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
        <p>{withdrawnAt ? 'This code is withdrawn.' : `Enter it ${shownSpan(opensAt, closesAt)}`}</p>
        <SmallButton className={styles.print ?? ''} onClick={() => print()}>
          Print
        </SmallButton>
      </footer>
    </>
  )
}
