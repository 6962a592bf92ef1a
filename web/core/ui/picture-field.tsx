import { Button, Input, Progress } from '@mantine/core'
import { ImageUp, Trash2 } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { useAct } from '#web/core/api/act.ts'
import { sendPicture } from '#web/core/api/upload.ts'
import drop from './drop-zone.module.css'
import styles from './picture-field.module.css'
import { acceptedPictures, pictureLimits, pictureProblem } from './picture-file.ts'

interface Props {
  label: string
  value?: string | undefined
  onChange: (value: string) => void
  onBusy?: (isBusy: boolean) => void
  required?: boolean
  description?: ReactNode
  error?: ReactNode
  /** The background: 'white' like paper, or 'checkered', which shows transparency. */
  ground?: 'white' | 'checkered'
}

/** A picture that people choose or drop. It is uploaded immediately, and can be replaced or removed. */
export function PictureField({ label, value = '', onChange, onBusy, ground = 'checkered', ...props }: Props) {
  const { required = false, description, error } = props
  const ids = { label: useId(), note: useId(), error: useId() }
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload(onChange, onBusy)
  const [isOver, setOver] = useState(false)
  const { isRunning } = upload
  const problem = upload.problem ?? error

  function onDrag(event: DragEvent) {
    event.preventDefault()
    setOver(!isRunning)
  }

  function onDrop(event: DragEvent) {
    onDrag(event)
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) upload.start(dropped)
  }

  function remove() {
    onChange('')
    upload.forget()
    // The button that had the focus is gone.
    input.current?.focus()
  }

  return (
    <Input.Wrapper
      label={<span id={ids.label}>{label}</span>}
      labelElement="div"
      required={required}
      description={description}
      error={problem}
      errorProps={{ id: ids.error, role: 'alert' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: people who cannot drop a file choose it */}
      <div
        className={drop.zone}
        data-over={isOver || undefined}
        data-filled={value !== '' || undefined}
        data-wrong={Boolean(problem) || undefined}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {value && (
          <img
            className={`card ${styles.picture}`}
            data-ground={ground}
            src={value}
            alt={`${label}: current`}
          />
        )}
        <label className={drop.choose}>
          <ImageUp size={value ? 16 : 24} strokeWidth={1.75} />
          <span>
            <span className="strong">{value ? 'Replace' : 'Choose a picture or drop it here'}</span>
            <span className="muted small" id={ids.note} hidden={value !== ''}>
              {pictureLimits}
            </span>
          </span>
          <input
            ref={input}
            type="file"
            accept={acceptedPictures}
            disabled={isRunning}
            aria-labelledby={ids.label}
            aria-describedby={problem ? `${ids.note} ${ids.error}` : ids.note}
            aria-invalid={Boolean(problem)}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              if (chosen) upload.start(chosen)
              // Choosing the same file again must count as a change.
              currentTarget.value = ''
            }}
          />
        </label>
        {value && !isRunning && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<Trash2 size={15} />}
            onClick={remove}
          >
            Remove
          </Button>
        )}
        {isRunning && (
          <div className={styles.progress}>
            <Progress.Root size="md">
              <Progress.Section value={upload.percent} aria-label={`${label}: uploading`} />
            </Progress.Root>
            <Button variant="subtle" size="compact-sm" onClick={upload.cancel}>
              Cancel
            </Button>
          </div>
        )}
        <span role="status" className="unseen">
          {isRunning ? `${label}: uploading` : upload.hasArrived && value ? `${label}: uploaded` : ''}
        </span>
      </div>
    </Input.Wrapper>
  )
}

/** Uploads one picture at a time. `problem` says what is wrong with the file or the upload. */
function useUpload(onArrived: (address: string) => void, onBusy: Props['onBusy']) {
  const [percent, setPercent] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [hasArrived, setArrived] = useState(false)
  const ending = useRef(new AbortController())
  const { act, isRunning } = useAct(send, {
    done: (address) => {
      if (address === undefined) return
      setArrived(true)
      onArrived(address)
    },
    failed: "Couldn't upload the picture. Try again.",
    tell: setProblem,
  })

  async function send(file: File) {
    const { signal } = ending.current
    onBusy?.(true)
    try {
      return await sendPicture(file, { signal, onProgress: (share) => setPercent(Math.round(share * 100)) })
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      onBusy?.(false)
    }
  }

  function start(file: File) {
    const found = pictureProblem(file)
    setProblem(found)
    setArrived(false)
    setPercent(0)
    ending.current = new AbortController()
    if (!found) void act(file)
  }

  return {
    start,
    cancel: () => ending.current.abort(),
    forget: () => {
      setProblem(undefined)
      setArrived(false)
    },
    isRunning,
    percent,
    hasArrived,
    problem,
  }
}
