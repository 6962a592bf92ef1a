import { Button, SegmentedControl } from '@mantine/core'
import { CalendarX, Camera, CameraOff, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DoorList } from '#contract/attendance/check-ins/calls.ts'
import { useIsReachable } from '#web/core/api/connection.ts'
import { fetchWhenIdle } from '#web/core/code.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { checkInByTicket } from './check-in.ts'
import styles from './door.module.css'
import { openDoor, readList, useDoor } from './door.ts'
import { DoorCamera } from './door-camera.tsx'
import { slotsOf, withWalkIns } from './door-list.ts'
import { showResult } from './door-result.ts'
import { DoorResultPanel } from './door-result-panel.tsx'
import { DoorSearch } from './door-search.tsx'
import { useSignals } from './door-signals.ts'
import { DoorStatus } from './door-status.tsx'
import { endedWords, nextDayWords } from './door-words.ts'
import { keepPage } from './door-worker.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { waitingCheckIns } from './kept-check-ins.ts'
import { RefusedCheckIns } from './refused-check-ins.tsx'
import { WalkInForm } from './walk-in-form.tsx'

/** Checks people in and out at the door of today's in-person events, also without a network. */
export default function CheckInPage() {
  const { kept, checkIns, problem, endedOn } = useDoor()
  const isReachable = useIsReachable()
  useEffect(openDoor, [])
  useEffect(keepPage, [])
  useEffect(() => fetchWhenIdle(() => import('./qr-reader.ts')), [])
  useSignals()
  const waiting = waitingCheckIns(checkIns)
  const list = kept && withWalkIns(kept.list, waiting)
  return (
    <div className={styles.page}>
      <DoorStatus list={list} checkIns={checkIns} />
      <RefusedCheckIns list={list} checkIns={checkIns} />
      {list ? (
        <Door list={list} waiting={waiting} />
      ) : endedOn && !isReachable ? (
        <EmptyState icon={CalendarX} {...endedWords(endedOn, waiting.length)}>
          <Button variant="default" onClick={() => void readList()}>
            Try again
          </Button>
        </EmptyState>
      ) : problem ? (
        <Failure error={problem} retry={readList} />
      ) : (
        <TableSkeleton label="Loading the list" />
      )}
    </div>
  )
}

const acts = [
  { value: 'in', label: 'Check in' },
  { value: 'out', label: 'Check out' },
] as const

function Door({ list, waiting }: { list: DoorList; waiting: KeptCheckIn[] }) {
  const [act, setAct] = useState<'in' | 'out'>('in')
  const [isScanning, setScanning] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const slots = slotsOf(list, list.day)
  const addWalkIn = () => {
    showResult(undefined)
    setAdding(true)
  }
  if (slots.length === 0)
    return <EmptyState icon={CalendarX} title="No in-person event today" text={nextDayWords(list.nextDay)} />
  return (
    <div className={styles.door}>
      <div className={styles.find}>
        {isScanning && <DoorCamera onCode={(text) => void checkInByTicket(act, text)} />}
        {isAdding ? (
          <WalkInForm slots={slots} onClose={() => setAdding(false)} />
        ) : (
          <DoorSearch act={act} list={list} waiting={waiting} />
        )}
      </div>
      <div className={styles.hand} data-still={isAdding || undefined}>
        <DoorResultPanel />
        {!isAdding && (
          <>
            <SegmentedControl
              fullWidth
              size="lg"
              color={act === 'in' ? 'brand' : 'violet.9'}
              aria-label="Direction"
              data={[...acts]}
              value={act}
              onChange={(value) => setAct(value === 'out' ? 'out' : 'in')}
            />
            <div className={styles.buttons}>
              <Button
                size="lg"
                px="xs"
                leftSection={isScanning ? <CameraOff size={20} /> : <Camera size={20} />}
                onClick={() => setScanning(!isScanning)}
              >
                {isScanning ? 'Stop camera' : 'Scan tickets'}
              </Button>
              <Button size="lg" variant="default" leftSection={<UserPlus size={20} />} onClick={addWalkIn}>
                Walk-in
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
