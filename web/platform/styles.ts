const missing = new Set<HTMLLinkElement>()

/** Notes the stylesheets that can't be had: Vite asks for each only once, and what needs one would come without it later. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  // Such an event does not bubble.
  window.addEventListener('error', note, { capture: true })
}

/** Asks again for those; rejects while one still can't be had. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all(Array.from(missing, fetchAgain))
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  missing.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  const arrival = new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = () => reject(new Error(`${again.href} could not be fetched`))
  })
  link.replaceWith(again)
  return arrival
}
