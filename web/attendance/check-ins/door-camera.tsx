import { Alert, Loader } from '@mantine/core'
import { CameraOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchCode } from '#web/core/code.ts'
import styles from './door.module.css'
import { watchCodes } from './repeated-codes.ts'

const everyMs = 150

/** Shows the camera's picture and calls `onCode` for each QR code in it. */
export function DoorCamera({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'running' | 'failed'>('starting')
  const tell = useEffectEvent(onCode)

  useEffect(() => {
    const leaving = new AbortController()
    const running = watch(
      video.current,
      (text) => tell(text),
      () => setState('running'),
      leaving.signal,
    )
    running.catch(() => !leaving.signal.aborted && setState('failed'))
    return () => leaving.abort()
  }, [])

  if (state === 'failed')
    return (
      <Alert color="red" role="alert" icon={<CameraOff />} title="No camera">
        Allow this page to use the camera in the browser's settings, or search by name.
      </Alert>
    )
  return (
    <div className={styles.camera}>
      <video ref={video} muted playsInline aria-label="Camera" />
      {state === 'starting' && (
        <Loader className={styles.starting ?? ''} color="white" aria-label="Starting the camera" />
      )}
    </div>
  )
}

async function watch(
  video: HTMLVideoElement | null,
  tell: (text: string) => void,
  started: () => void,
  signal: AbortSignal,
) {
  if (!video) return
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  try {
    const { openQrReader } = await fetchCode(() => import('./qr-reader.ts'))
    const read = await openQrReader()
    video.srcObject = stream
    await video.play()
    started()
    const isNew = watchCodes()
    while (!signal.aborted) {
      const text = await read(video)
      if (text && isNew(text, Date.now())) tell(text)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  } finally {
    stop()
  }
}
