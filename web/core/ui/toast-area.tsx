import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { CircleAlert, CircleCheck } from 'lucide-react'
import styles from './toast-area.module.css'

/** A button in a toast: 'Undo'. */
export interface ToastAction {
  label: string
  act: () => unknown
}

export type ToastText = string | [title: string, message: string]

const shownMs = 6000
const shownWithActionMs = 12_000
const mostShown = 3

export default function ToastArea() {
  return (
    <Notifications
      className={styles.area ?? ''}
      position="bottom-right"
      autoClose={shownMs}
      limit={mostShown}
    />
  )
}

export function showNotification(text: ToastText, kind: 'done' | 'error', action?: ToastAction): void {
  const isError = kind === 'error'
  const [title, message] = typeof text === 'string' ? [undefined, text] : text
  const id = idOf(text)
  makeRoom(id)
  notifications.show({
    id,
    title,
    message: action ? <WithAction id={id} message={message} action={action} /> : message,
    color: isError ? 'red' : 'teal',
    icon: isError ? <CircleAlert /> : <CircleCheck />,
    withBorder: true,
    autoClose: action ? shownWithActionMs : shownMs,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}

/** Hides a toast whose text is no longer true. */
export function hideNotification(text: ToastText): void {
  notifications.hide(idOf(text))
}

// The same text twice is one toast.
function idOf(text: ToastText) {
  return [text].flat().join('\n')
}

/** Hides the oldest toasts. Mantine would keep the new one waiting. */
function makeRoom(next: string) {
  const shown = notificationsStore.getState().notifications.map(({ id }) => id as string)
  if (shown.includes(next)) return
  for (const id of shown.slice(0, shown.length - mostShown + 1)) notifications.hide(id)
}

interface WithActionProps {
  id: string
  message: string
  action: ToastAction
}

function WithAction({ id, message, action: { label, act } }: WithActionProps) {
  return (
    <span className="spread">
      {message}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          notifications.hide(id)
          act()
        }}
      >
        {label}
      </Button>
    </span>
  )
}
