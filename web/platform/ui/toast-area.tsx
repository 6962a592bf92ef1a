import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck } from 'lucide-react'

export default function ToastArea() {
  return <Notifications position="bottom-right" autoClose={6000} limit={3} />
}

export function showNotification(message: string, kind: 'done' | 'error'): void {
  const isError = kind === 'error'
  notifications.show({
    // The same sentence twice is one toast.
    id: message,
    message,
    color: isError ? 'red' : 'teal',
    icon: isError ? <CircleAlert size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}
