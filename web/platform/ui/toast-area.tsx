import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck } from 'lucide-react'
import styles from './toast-area.module.css'

/** What a toast offers besides its words: 'Undo'. */
export interface ToastAction {
  label: string
  act: () => unknown
}

const shownMs = 6000
/** What can be taken back stays for as long as a second thought takes. */
const shownWithActionMs = 12_000

export default function ToastArea() {
  return <Notifications className={styles.area ?? ''} position="bottom-right" autoClose={shownMs} limit={3} />
}

export function showNotification(message: string, kind: 'done' | 'error', action?: ToastAction): void {
  const isError = kind === 'error'
  notifications.show({
    // The same sentence twice is one toast.
    id: message,
    message: action ? <WithAction message={message} action={action} /> : message,
    color: isError ? 'red' : 'teal',
    icon: isError ? <CircleAlert size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />,
    withBorder: true,
    autoClose: action ? shownWithActionMs : shownMs,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}

function WithAction({ message, action: { label, act } }: { message: string; action: ToastAction }) {
  return (
    <span className={styles.withAction}>
      {message}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          notifications.hide(message)
          act()
        }}
      >
        {label}
      </Button>
    </span>
  )
}
