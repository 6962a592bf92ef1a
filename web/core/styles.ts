const missing = new Set<HTMLLinkElement>()

/** Notes the stylesheets that can't be had: Vite asks for each only once, and what needs one would come without it later. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  // Such an event does not bubble.
  window.addEventListener('error', note, { capture: true })
}

/** Asks again for those; what still can't be had stays noted. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all(Array.from(missing, fetchAgain))
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  missing.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  const answer = new Promise((resolve) => {
    again.onload = resolve
    again.onerror = resolve
  })
  link.replaceWith(again)
  return answer
}
