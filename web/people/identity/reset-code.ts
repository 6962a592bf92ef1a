import { paths } from '#contract/core/paths.ts'
import { mailedCode } from '#web/core/mailed-code.ts'
import { codeInLink } from './provider.ts'

/** The code of the password link that opened this browser. */
export const resetCode = mailedCode(paths.resetPassword(), codeInLink)
