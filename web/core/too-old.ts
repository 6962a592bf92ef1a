/** Code that this browser can't read. */
export class TooOld extends Error {
  constructor() {
    super('This browser is too old for this page. Please update it, or use another one.')
    this.name = 'TooOld'
  }
}

/** Returns true if code failed because the browser does not know its language, not because it is missing. */
export function isTooOld(problem: unknown): boolean {
  return problem instanceof SyntaxError || 'tooOld' in document.documentElement.dataset
}
