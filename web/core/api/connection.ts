import { create } from 'zustand'
import { readyPath } from '#contract/core/paths.ts'

/** Milliseconds between two looks whether the portal can be reached again. */
const pauseMs = 5000

const useConnection = create(() => ({ isReachable: true }))
let looking: Promise<boolean> | undefined

/** Whether the portal can be reached and is ready, as far as this page has noticed. */
export function useIsReachable(): boolean {
  return useConnection((state) => state.isReachable)
}

/** Calls the listener each time the portal can be reached again; gives what ends that. */
export function onReachableAgain(listener: () => void): () => void {
  return useConnection.subscribe((now, before) => {
    if (now.isReachable && !before.isReachable) listener()
  })
}

/** Asks the portal whether it is there and has its database, whatever the browser thinks of its network. */
async function canReachPortal(): Promise<boolean> {
  const answer = await fetch(`/api${readyPath}`, { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}

/** Looks now whether the portal can be reached, and goes on looking while it can't. For whoever got no answer, or that it is not ready. */
export function lookForPortal(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

/** Looks whenever the browser loses or finds its network. */
export function watchConnection(): void {
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void lookForPortal())
}

async function look(): Promise<boolean> {
  const isReachable = await canReachPortal()
  useConnection.setState({ isReachable })
  if (!isReachable) setTimeout(() => void lookForPortal(), pauseMs)
  return isReachable
}
