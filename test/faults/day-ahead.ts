// Preloaded into a portal: its system clock is a day ahead.
const Right = Date
const aheadMs = 86_400_000
globalThis.Date = class extends Right {
  constructor(...given: []) {
    super(...((given.length === 0 ? [Right.now() + aheadMs] : given) as []))
  }
  static override now() {
    return Right.now() + aheadMs
  }
} as DateConstructor
