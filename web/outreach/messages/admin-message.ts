import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { MessageAbout } from './message-about.ts'

/** Writes a message, previews and starts it. */
export const messagePanel = pagePanel<MessageAbout>(() => import('./admin-message-panel.tsx'), 'a message')

/** Shows a message's results. */
export const messageResult = pagePanel<{ messageId: number; subject: string }>(
  () => import('./admin-message-result-panel.tsx'),
)
