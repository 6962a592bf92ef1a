const missing = new Set<HTMLLinkElement>()

/** Records stylesheets that failed to load. Vite requests each only once, so a later page would miss them. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  // Such an event does not bubble.
  window.addEventListener('error', note, { capture: true })
}

/** Requests the missing stylesheets again. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all(Array.from(missing, fetchAgain))
}

function fetchAgain(link: HTMLLinkElement) {
  missing.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  const answer = new Promise((resolve) => {
    again.onload = resolve
    again.onerror = resolve
  })
  link.replaceWith(again)
  return answer
}
