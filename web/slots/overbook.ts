import { ApiError } from '#web/core/api/api-error.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'

/** Sends a call that takes seats. If a slot is full, asks the administrator whether to go beyond its seats, and sends it again. */
export async function orOverbook<Answer>(
  send: (overbooks: boolean) => Promise<Answer>,
  confirmLabel: string,
): Promise<Answer> {
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SLOT_FULL') throw error
    const message = `${error.message} ${confirmLabel}?`
    if (!(await confirm({ title: 'No seat is left', message, confirmLabel }))) throw error
    return send(true)
  }
}
