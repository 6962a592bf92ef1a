import { create } from 'zustand'
import { readyPath } from '#contract/core/paths.ts'

/** The milliseconds between two checks. */
const pauseMs = 5000

const useConnection = create(() => ({ isReachable: true }))
let looking: Promise<boolean> | undefined

/** Returns true if the last check reached the portal. */
export function useIsReachable(): boolean {
  return useConnection((state) => state.isReachable)
}

/** Calls the listener each time the portal becomes reachable. Returns a function that stops this. */
export function onReachableAgain(listener: () => void): () => void {
  return useConnection.subscribe((now, before) => {
    if (now.isReachable && !before.isReachable) listener()
  })
}

/** Returns true if the portal and its database are up. The browser's own opinion does not count. */
async function canReachPortal() {
  const answer = await fetch(`/api${readyPath}`, { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}

/** Checks if the portal is reachable, and repeats while it is not. Call it after a missing answer. */
export function lookForPortal(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

/** Checks whenever the browser loses or finds its network. */
export function watchConnection(): void {
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void lookForPortal())
}

async function look() {
  const isReachable = await canReachPortal()
  useConnection.setState({ isReachable })
  if (!isReachable) setTimeout(() => void lookForPortal(), pauseMs)
  return isReachable
}
