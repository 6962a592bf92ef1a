/** Returns the code in a typed code or pasted address; undefined if none. */
export function codeOf(typed: string): string | undefined {
  return /(?:^|[/=])([\w-]{10,60})\/?(?:&view=verification)?$/.exec(typed.trim())?.[1]
}
