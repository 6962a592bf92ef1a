import { paths } from '#contract/core/paths.ts'
import { mailedCode } from '#web/core/mailed-code.ts'
import { codeInLink } from './provider.ts'

/** The code of the link for a new password that this browser was opened with. */
export const resetCode = mailedCode(paths.resetPassword(), codeInLink)
