/** The code in what somebody typed or pasted: the code itself, or the address that ends in it. undefined: there is none. */
export function codeOf(typed: string): string | undefined {
  return /(?:^|[/=])([\w-]{10,60})\/?(?:&view=verification)?$/.exec(typed.trim())?.[1]
}
