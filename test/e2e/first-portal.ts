import { rm } from 'node:fs/promises'
import { startPortal } from './portal.ts'

/** Starts a portal once and stops it: each later one starts on a copy of its data, without seconds of first work. */
export default async function keepFirstPortal(): Promise<() => Promise<void>> {
  const { folder, stop } = await startPortal()
  await stop({ keepsData: true })
  process.env.FIRST_PORTAL = folder
  return () => rm(folder, { recursive: true, force: true })
}
