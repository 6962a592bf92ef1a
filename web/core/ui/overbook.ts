import { ApiError } from '#web/core/api/api-error.ts'
import { confirm } from './dialogs.tsx'

/**
 * Sends a call that takes seats. If a slot is full, asks the administrator to overbook it, and sends again. A
 * no calls `declined` and throws an error that needs no message.
 */
export async function orOverbook<Answer>(
  send: (overbooks: boolean) => Promise<Answer>,
  confirmLabel: string,
  declined?: () => void,
): Promise<Answer> {
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SLOT_FULL') throw error
    const { status, code, message } = error
    const question = `${message} ${confirmLabel}?`
    if (await confirm({ title: 'No seat is left', message: question, confirmLabel })) return send(true)
    declined?.()
    throw new ApiError(status, { code, message, isTold: true })
  }
}
