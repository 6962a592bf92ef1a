/** Returns the code from a typed code or a pasted address; undefined if there is none. */
export function codeOf(typed: string): string | undefined {
  return /(?:^|[/=])([\w-]{10,60})\/?(?:&view=verification)?$/.exec(typed.trim())?.[1]
}
