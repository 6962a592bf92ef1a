import { paths } from '#contract/core/paths.ts'
import { codeInFragment, mailedCode } from '#web/core/mailed-code.ts'

/** The codes of the links that confirm a new email, and that undo a change. */
export const confirmCode = mailedCode(paths.confirmEmail(), codeInFragment)
export const undoCode = mailedCode(paths.undoEmailChange(), codeInFragment)
