import { paths } from '#contract/paths.ts'
import { mailedCode } from '#web/platform/mailed-code.ts'
import { provider } from './provider.ts'

/** The code of the link to a new password that this browser was opened with. */
export const resetCode = mailedCode(paths.resetPassword(), provider.codeIn)
